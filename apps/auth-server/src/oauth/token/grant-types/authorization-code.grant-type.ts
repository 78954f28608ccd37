import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AskedClaims, writeWithClaims } from '../../../model/claims/asked-claims';
import { ClaimsReader } from '../../../model/claims/claims-reader';
import type { RegisteredClient } from '../../../model/clients/registered-client';
import { CodeRepository, type FoundCode, type Replay } from '../../../model/codes/code.repository';
import { CODE_REDEMPTION, type CodeRedemption, type JudgedCode } from '../../../model/codes/redemption';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { timeOrderedId } from '../../../platform/database/time-ordered-id';
import { LOGGER } from '../../../platform/http/server/logger';
import { assertProfileCode, assertRedeemable } from '../../../protocol/token/code-redemption';
import { assertGrantType } from '../../../protocol/client/allowed-grant-type';
import { OAuthError, invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import type { OwnClaims } from '../../../protocol/token/own-claims';
import { hashTimedToken } from '../../../protocol/token/opaque-secret';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope } from '../../../protocol/request/scope';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { ClientAuthentication } from '../../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import { narrowedDetails } from '../narrowed-details';
import type { TokenCall, TokenParameters } from '../token-request';
import type { GrantType } from './grant-type';

/** What the access token may say. */
interface Left {
  scope: string[];
  authorizationDetails: string | null;
  own: OwnClaims | null;
}

interface Asked {
  client: RegisteredClient;
  sent: TokenParameters;
  /** `null`: there are none. */
  own: AskedClaims | null;
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
    private readonly claims: ClaimsReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The order of checks: the client, the parameters, possession of the code, what is left of the grant, the claims of the
   * team, single use.
   */
  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call);
    assertGrantType(client, 'authorization_code');
    const { text, redirectUri, verifier } = presentedCode(call.parameters);
    const proof = await this.proofs.read(call.proof, client);
    const proofKey = proof?.jkt ?? null;
    const now = this.clock.now();
    const hash = hashTimedToken(text);
    const judge = (code: FoundCode | null, own: AskedClaims | null) => {
      assertRedeemable(code, { clientId: client.id, redirectUri, verifier, proofKey, now });
      if (client.rules.needsPushedCode) assertProfileCode(code, client.rules, now);
      return { code, left: this.leftOf(code, { client, sent: call.parameters, own }) };
    };
    const find = async () => judge(await this.codes.find(hash), null);
    const ask = async () => this.claimsFor(await find(), client);
    // Before anything is given for it, and only by a client that possesses the code.
    const hasClaims = this.claims.isOnFor(client);
    const found = proof !== null || hasClaims ? await find() : null;
    const asked = found !== null && hasClaims ? await this.claimsFor(found, client) : null;
    const { address, isAbandoned } = call;
    const replay = { now, address, isAbandoned };
    if (found !== null && asked?.failure) throw await this.refuse(found.code, asked.failure, replay);
    await this.proofs.spend(proof);
    const family = { id: timeOrderedId(now), dpopJkt: proofKey, ...this.issuer.times(now) };
    const redeemed = await writeWithClaims(asked, ask, (own) =>
      this.redemption.redeem({ hash, now, isAbandoned }, family, (code) => judge(code, own)),
    );
    const { code, left, isFirst } = redeemed;
    if (!isFirst || left instanceof OAuthError) throw await this.refuse(code, left, replay);
    const { accountId, clientId, grantEpoch, reissues, resource, nonce, sid, authTime, acr } = code;
    const begun = { familyId: family.id, generation: 0, dpopJkt: proofKey };
    return this.issuer.issue(
      { accountId, client, clientId, grantEpoch, reissues, resource, nonce, sid, authTime, acr, ...begun, ...left },
      now,
    );
  }

  /** Claims for what the code would give. */
  private claimsFor({ code, left }: JudgedCode<Left>, client: RegisteredClient): Promise<AskedClaims> | AskedClaims {
    if (left instanceof OAuthError) return AskedClaims.NONE;
    const { accountId, grantEpoch, reissues, resource } = code;
    return this.claims.ask({ accountId, client, grantEpoch, reissues, resource, scope: left.scope });
  }

  /**
   * What was granted and is still allowed. Returns the error, as a replay has to be punished before it is thrown.
   *
   * @throws ClaimsOutdated.
   */
  private leftOf(code: FoundCode, { client, sent, own }: Asked): Left | OAuthError {
    const { audiences } = this.settings;
    const allowed = allowedScopes(code.resource, client.scopes, audiences);
    try {
      assertGrantedResource(sent.resource, code.resource);
      const scope = narrowScope(null, code.scopeAsked, code.scopeGranted, allowed);
      const authorizationDetails = narrowedDetails(sent.authorization_details, code, client, audiences);
      return { scope, authorizationDetails, own: own === null ? null : own.at(code.reissues) };
    } catch (error) {
      if (error instanceof OAuthError) return error;
      throw error;
    }
  }

  /** Punishes a replay, whatever else is wrong with the request. @returns the error of the answer. */
  private async refuse(code: FoundCode, left: Left | OAuthError, replay: Replay): Promise<OAuthError> {
    const { publicClientId: clientId, accountId } = code;
    if (await this.codes.punishReplay(code, replay))
      this.logger.warn(
        { clientId, accountId, address: replay.address, help: helpOn('code-replayed') },
        'an authorization code was replayed; its token family was ended',
      );
    else if (left instanceof OAuthError) return left;
    return invalidGrant('the code is unknown or no longer valid');
  }
}

function presentedCode({ code: text, redirect_uri: redirectUri, code_verifier: verifier }: TokenParameters) {
  if (text === undefined) throw invalidRequest('code is missing');
  if (redirectUri === undefined && verifier === undefined)
    throw invalidRequest('redirect_uri is missing: it may be omitted only with code_verifier');
  return { text, redirectUri, verifier };
}
