import { Inject, Injectable } from '@nestjs/common';
import { ClientKeys } from './client-keys';
import { ClientRepository } from '../client.repository';
import type { RegisteredClient } from '../registered-client';
import { SignatureFailures } from './signature-failures';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import type { Noted } from '../../../platform/http/edge/edge-request';
import {
  type ClientAssertion,
  assertAssertionClaims,
  assertAssertionRules,
  assertOnlyAudience,
} from '../../../protocol/client/assertion';
import {
  type ClientParameters,
  type PresentedClient,
  assertItsProfiles,
  authenticateClient,
  getKeyedClient,
  parsePresentedClient,
} from '../../../protocol/client/authentication';
import { invalidClient } from '../../../protocol/client/invalid-client';
import { assertFit } from '../../../protocol/client/profile-problems';
import { rulesOf } from '../../../protocol/client/security-profile';
import { isSignedBy } from '../../../protocol/client/signature';
import { OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import { UsedJtiRepository } from '../../used-jtis/used-jti.repository';

export interface CallOfClient {
  authorization: string | undefined;
  parameters: ClientParameters;
}

/** A call that names a client. */
export interface NamingCall {
  address: string;
  /** The client, once it was looked up: also where the call is then refused. */
  client?: RegisteredClient | null;
  /** For the log line of the request. */
  noted?: Noted;
}

export function nameClient(call: NamingCall, client: RegisteredClient | null): void {
  call.client = client;
  if (client !== null && call.noted !== undefined) call.noted.client = client.clientId;
}

@Injectable()
export class ClientAuthentication {
  private readonly serverRules = rulesOf(this.settings.securityProfile);

  constructor(
    private readonly clients: ClientRepository,
    private readonly keys: ClientKeys,
    private readonly failures: SignatureFailures,
    private readonly usedJtis: UsedJtiRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError `invalid_request` for two methods, `invalid_client` for a malformed header. */
  parse({ authorization, parameters }: CallOfClient): PresentedClient | null {
    return parsePresentedClient(authorization, parameters);
  }

  /** @throws OAuthError `invalid_request` without a client, `invalid_client` if authentication fails; 429. */
  async authenticate(presented: PresentedClient | null, call: NamingCall): Promise<RegisteredClient> {
    if (presented === null) throw invalidRequest('client_id is missing');
    if (presented.assertion !== null) return this.authenticateByKey(presented.assertion, call);
    assertItsProfiles(this.serverRules, presented);
    const now = this.clock.now();
    const { client, secret } = await this.clients.judge(presented.clientId, call.address, (client) => {
      nameClient(call, client);
      return { secret: authenticateClient(client, presented, now), client: client as RegisteredClient };
    });
    if (secret !== undefined) await this.clients.noteUse(secret, now);
    return client;
  }

  /** RFC 7523 §3. The `jti` is spent after the signature: only the client itself can spend it. */
  private async authenticateByKey(assertion: ClientAssertion, call: NamingCall): Promise<RegisteredClient> {
    const receipt = { issuer: this.settings.issuer, now: this.clock.now() };
    const { hash, expiresAt } = assertAssertionClaims(assertion, receipt);
    const { address } = call;
    const presented = { clientId: assertion.clientId, address };
    await this.failures.assertFree(presented);
    let isSigned = false;
    const client = await this.clients
      .judge(assertion.clientId, address, async (found) => {
        nameClient(call, found);
        const keyed = getKeyedClient(found);
        isSigned = await isSignedBy(assertion.text, this.keys.of(keyed), keyed.rules.algorithms);
        if (!isSigned) throw invalidClient();
        assertFit(keyed);
        assertOnlyAudience(assertion, receipt.issuer, keyed.rules);
        assertAssertionRules(assertion, keyed, receipt);
        return keyed;
      })
      .catch(async (error: unknown) => {
        const isForged = !isSigned && error instanceof OAuthError && error.code === 'invalid_client';
        if (isForged) await this.failures.count(presented);
        throw error;
      });
    if (!(await this.usedJtis.use(hash, expiresAt)))
      throw invalidClient('the client assertion was used before: create a new one for each call');
    return client;
  }
}
