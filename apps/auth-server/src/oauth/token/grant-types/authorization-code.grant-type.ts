import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { RegisteredClient } from '../../../clients/registered-client';
import { CodeRepository, type FoundCode } from '../../../codes/code.repository';
import { CODE_REDEMPTION, type CodeRedemption } from '../../../codes/redemption';
import { CLOCK, type Clock } from '../../../config/clock';
import { SETTINGS, type Settings } from '../../../config/settings';
import { timeOrderedId } from '../../../database/time-ordered-id';
import { LOGGER } from '../../../http/server/logger';
import { assertRedeemable } from '../../../protocol/token/code-redemption';
import { assertGrantType } from '../../../protocol/client/grant-types';
import { OAuthError, invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import { hashTimedToken } from '../../../protocol/token/opaque-secret';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope } from '../../../protocol/request/scope';
import { TokenIssuer, type TokenResponse } from '../../../tokens/token-issuer';
import { ClientAuthentication } from '../../../clients/client-authentication';
import { DpopProofs } from '../../../tokens/dpop-proofs';
import { detailsLeft } from '../details-left';
import type { TokenCall, TokenParameters } from '../token-request';
import type { GrantType } from './grant-type';

/** What the access token may say. */
interface Left {
  scope: string[];
  authorizationDetails: string | null;
}

/** RFC 6749 §4.1.3. */
@Injectable()
export class AuthorizationCodeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly codes: CodeRepository,
    @Inject(CODE_REDEMPTION) private readonly redemption: CodeRedemption,
    private readonly issuer: TokenIssuer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The order of checks: the client, the parameters, possession of the code, what is left of the grant, single use. */
  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call.address);
    assertGrantType(client, 'authorization_code');
    const { text, redirectUri, verifier } = presentedCode(call.parameters);
    const proof = await this.proofs.read(call.proof, client);
    const proofKey = proof?.jkt ?? null;
    const now = this.clock.now();
    const hash = hashTimedToken(text);
    const rule = (code: FoundCode | null) => {
      assertRedeemable(code, { clientId: client.id, redirectUri, verifier, proofKey, now });
      return { code, left: this.leftOf(code, client, call.parameters) };
    };
    // Before anything is given for it, and only by a client that possesses the code.
    if (proof !== null) rule(await this.codes.find(hash));
    await this.proofs.spend(proof);
    const family = { id: timeOrderedId(now), dpopJkt: proofKey, ...this.issuer.times(now) };
    const { code, left, isFirst } = await this.redemption.redeem(hash, family, now, rule);
    if (!isFirst || left instanceof OAuthError) throw await this.refuse(code, left, { now, address: call.address });
    const { accountId, clientId, resource, nonce, sid, authTime, acr } = code;
    const begun = { familyId: family.id, generation: 0, dpopJkt: proofKey };
    return this.issuer.issue(
      { accountId, client, clientId, resource, nonce, sid, authTime, acr, ...begun, ...left },
      now,
    );
  }

  /** What was granted and is still allowed. Returns the error, as a replay has to be punished before it is thrown. */
  private leftOf(code: FoundCode, client: RegisteredClient, parameters: TokenParameters): Left | OAuthError {
    const { audiences } = this.settings;
    const allowed = allowedScopes(code.resource, client.scopes, audiences);
    try {
      assertGrantedResource(parameters.resource, code.resource);
      const scope = narrowScope(null, code.scopeAsked, code.scopeGranted, allowed);
      return { scope, authorizationDetails: detailsLeft(parameters, code, client, audiences) };
    } catch (error) {
      if (error instanceof OAuthError) return error;
      throw error;
    }
  }

  /** Punishes a replay, whatever else is wrong with the request. @returns the error of the answer. */
  private async refuse(
    code: FoundCode,
    left: Left | OAuthError,
    { now, address }: { now: number; address: string },
  ): Promise<OAuthError> {
    const { publicClientId: clientId, accountId } = code;
    if (await this.codes.punishReplay(code, now, address))
      this.logger.warn({ clientId, accountId, address }, 'an authorization code was replayed; its family ended');
    else if (left instanceof OAuthError) return left;
    return invalidGrant('the code is unknown or not valid any more');
  }
}

function presentedCode({ code: text, redirect_uri: redirectUri, code_verifier: verifier }: TokenParameters) {
  if (text === undefined) throw invalidRequest('code is missing');
  if (redirectUri === undefined) throw invalidRequest('redirect_uri is missing');
  return { text, redirectUri, verifier };
}
