import { Inject, Injectable } from '@nestjs/common';
import { ClaimsReader } from '../../../model/claims/claims-reader';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { timeOrderedId } from '../../../platform/database/time-ordered-id';
import { DeviceRepository } from '../../../model/devices/device.repository';
import { IdTokenSigner } from '../../../model/keys/signing/id-token-signer';
import { judgePoll, pending, refusedDevice } from '../../../protocol/device/device-polling';
import { assertDeviceGrant } from '../../../protocol/client/allowed-grant-type';
import { type OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import { hashToken } from '../../../protocol/token/opaque-secret';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope } from '../../../protocol/request/scope';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { ClientAuthentication } from '../../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 8628 §3.4: a device polls for the account's decision. */
@Injectable()
export class DeviceCodeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly devices: DeviceRepository,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokenSigner,
    private readonly claims: ClaimsReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call);
    assertDeviceGrant(client, this.settings.deviceGrantClients);
    const { device_code: text } = call.parameters;
    if (text === undefined) throw invalidRequest('device_code is missing');
    const proof = await this.proofs.read(call.proof, client);
    const now = this.clock.now();
    const hash = hashToken(text);
    const device = judgePoll(await this.devices.find(hash), { publicClientId: client.clientId, now });
    if (device === null) throw pending(await this.devices.recordPoll(hash, now));
    const { scope: scopeAsked, scopeGranted, resource, accountId, clientId } = device;
    assertGrantedResource(call.parameters.resource, resource);
    const allowed = allowedScopes(resource, client.scopes, this.settings.audiences);
    const scope = narrowScope(null, scopeAsked, scopeGranted, allowed);
    if (accountId === null || clientId === null) throw refusedDevice();
    const { grantEpoch, reissues } = device;
    const of = { accountId, client, grantEpoch, reissues, resource, scope };
    // It is redeemed at this count of reissues alone.
    const own = this.claims.isOnFor(client) ? await this.claims.get(of) : null;
    const familyId = timeOrderedId(now);
    const dpopJkt = proof?.jkt ?? null;
    const family = { id: familyId, dpopJkt, ...this.issuer.times(now) };
    // Before the device code is spent: it would be lost where the key cannot be stored.
    if (scope.includes('openid')) await this.idTokens.prepare(client);
    await this.proofs.spend(proof);
    if (!(await this.devices.redeem(device, family, now))) throw await this.whyNotRedeemed(hash, device.reissues);
    const begun = { familyId, generation: 0, scope, dpopJkt, own };
    return this.issuer.issue({ client, ...device, accountId, clientId, ...begun }, now);
  }

  /** An account that narrows its grant at this moment does not end the device's request: the next poll is judged anew. */
  private async whyNotRedeemed(hash: string, reissues: number): Promise<OAuthError> {
    const latest = await this.devices.find(hash);
    const isNarrowed = latest !== null && latest.redeemedAt === null && latest.reissues !== reissues;
    return isNarrowed ? pending(true) : refusedDevice();
  }
}
