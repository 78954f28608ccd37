import { Inject, Injectable } from '@nestjs/common';
import { clientPolicyOf } from '../../model/clients/client-policy';
import type { ClientAsStored } from '../../model/clients/client-rows';
import { InitialAccessTokenRepository } from '../../model/clients/registration/initial-access-token.repository';
import { RegistrationRepository } from '../../model/clients/registration/registration.repository';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { LeftOut } from '../../protocol/client/judged-uris';
import { type ParsedMetadata, parseClientMetadata } from '../../protocol/client/metadata';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { clientInformation } from './client-information';

const CHALLENGE = 'Bearer realm="consentry"';
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** RFC 7592 §2.2. */
const NOT_TO_UPDATE = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
];

export type Metadata = Record<string, unknown>;

/** Fetches no URL of the metadata. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly registrations: RegistrationRepository,
    private readonly initialTokens: InitialAccessTokenRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the account of the initial access token; `null` if none is needed.
   * @throws OAuthError `access_denied` if registration is off, `invalid_token`.
   */
  async findVoucher(authorization: string | undefined): Promise<string | null> {
    const { dynamicRegistration: mode } = this.settings;
    if (mode === 'off')
      throw new OAuthError(
        'access_denied',
        'clients cannot register themselves at this server: register the application in the console',
      );
    if (mode === 'open') return null;
    const token = bearerOf(authorization);
    if (token === null) throw invalidToken('send an initial access token as a Bearer token', CHALLENGE);
    const vouchedBy = await this.initialTokens.findAccount(token);
    if (vouchedBy === null) throw invalidToken('the initial access token is not valid');
    return vouchedBy;
  }

  /** RFC 7591 §3.2. */
  async register(metadata: Metadata, address: string, vouchedBy: string | null): Promise<Metadata> {
    const { client, leftOut } = this.parse(metadata, vouchedBy);
    const createdAt = this.clock.now();
    const made = await this.registrations.register(client, address, vouchedBy);
    const { clientId, secret, token: registrationToken } = made;
    return clientInformation(client, { clientId, secret, createdAt, registrationToken }, this.settings.issuer, leftOut);
  }

  /** RFC 7592 §2.1. Without the secret, of which only a hash is stored. */
  async show(clientId: string, authorization: string | undefined): Promise<Metadata> {
    const { client, token } = await this.find(clientId, authorization);
    return this.informationOf(client, storedFields(client), token, null);
  }

  /** RFC 7592 §2.2: members that are left out return to their defaults. */
  async replace(
    clientId: string,
    authorization: string | undefined,
    read: () => Metadata,
    address: string,
  ): Promise<Metadata> {
    const { client, token } = await this.find(clientId, authorization);
    const metadata = read();
    await this.assertUpdate(client, metadata);
    const { client: described, leftOut } = this.parse(metadata, client.vouchedBy);
    if (described.type !== client.type)
      throw new OAuthError(
        'invalid_client_metadata',
        'token_endpoint_auth_method cannot change from or to none: register again',
      );
    const secret = await this.registrations.replace(client, described, address);
    return this.informationOf(client, described, token, secret, leftOut);
  }

  /** RFC 7592 §2.3. */
  async delete(clientId: string, authorization: string | undefined, address: string): Promise<void> {
    const { client } = await this.find(clientId, authorization);
    await this.registrations.delete(client, address);
  }

  private parse(metadata: Metadata, vouchedBy: string | null): ParsedMetadata {
    const offersDeviceGrant = vouchedBy !== null || this.settings.deviceGrantClients === 'all';
    return parseClientMetadata(metadata, { ...clientPolicyOf(this.settings), offersDeviceGrant });
  }

  private async find(
    clientId: string,
    authorization: string | undefined,
  ): Promise<{ client: ClientAsStored; token: string }> {
    const token = bearerOf(authorization);
    if (token === null) throw invalidToken('send the registration access token as a Bearer token', CHALLENGE);
    const client = await this.registrations.findByToken(clientId, token);
    // RFC 7592 §2.1: the same error for an unknown client.
    if (client === null) throw invalidToken('the registration access token is not valid');
    return { client, token };
  }

  private async assertUpdate(client: ClientAsStored, metadata: Metadata): Promise<void> {
    const forbidden = NOT_TO_UPDATE.find((name) => name in metadata);
    if (forbidden !== undefined) throw invalidRequest(`the client must not send ${forbidden}`);
    const { client_id: clientId, client_secret: secret } = metadata;
    if (clientId !== client.clientId) throw invalidRequest('client_id must be the one that was issued');
    if (secret === undefined) return;
    if (typeof secret !== 'string' || !(await this.registrations.hasSecret(client, secret)))
      throw invalidRequest('client_secret must be the one that was issued, or be omitted');
  }

  private informationOf(
    { clientId, createdAt }: ClientAsStored,
    client: Parameters<typeof clientInformation>[0],
    registrationToken: string,
    secret: string | null,
    leftOut?: LeftOut,
  ): Metadata {
    return clientInformation(client, { clientId, createdAt, registrationToken, secret }, this.settings.issuer, leftOut);
  }
}

const storedFields = ({ grantTypes, tokenEndpointAuthMethod, ...client }: ClientAsStored) => ({
  ...client,
  grantTypes: grantTypes ?? [],
  tokenEndpointAuthMethod: tokenEndpointAuthMethod ?? 'none',
});

const bearerOf = (authorization: string | undefined) => BEARER.exec(authorization ?? '')?.[1] ?? null;

/** RFC 6750 §3: no error code in the challenge to a request without a token. */
const invalidToken = (description: string, challenge = `${CHALLENGE}, error="invalid_token"`) =>
  new OAuthError('invalid_token', description, { challenge });
