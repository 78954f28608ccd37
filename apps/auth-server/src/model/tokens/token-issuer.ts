import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { RegisteredClient } from '../clients/registered-client';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { AccessTokenSigner } from '../keys/signing/access-token-signer';
import { DerivedKeys } from '../keys/derived-keys';
import { IdTokenSigner } from '../keys/signing/id-token-signer';
import {
  type AccessTokenSubject,
  type GrantCounters,
  accessTokenClaims,
} from '../../protocol/token/access-token-claims';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import type { OwnClaims } from '../../protocol/token/own-claims';
import { idTokenClaims } from '../../protocol/token/id-token-claims';
import { formatRefreshToken } from '../../protocol/token/refresh-token';
import { formatScope } from '../../protocol/request/scope';
import type { FamilyTimes } from '../../endings/family-times';

/** The tokens of one answer (RFC 6749 §5.1). */
export interface TokenResponse {
  access_token: string;
  /** DPoP where the token is bound to a key (RFC 9449 §5). */
  token_type: 'Bearer' | 'DPoP';
  /** Seconds. */
  expires_in: number;
  refresh_token?: string;
  scope: string;
  id_token?: string;
  /** RFC 9396 §7. */
  authorization_details?: unknown;
  /** RFC 8693 §2.2.1. */
  issued_token_type?: string;
}

export interface IssuedAccessToken extends Omit<AccessTokenSubject, 'issuer' | 'clientId'> {
  client: IssuedTo;
  /** Epoch seconds: when it ends at the latest, before its usual time. */
  notAfter?: number;
}

export type IssuedTo = Pick<RegisteredClient, 'clientId' | 'idTokenSignedResponseAlg' | 'rules'>;

export interface IssuedTokens extends AuthorizationFacts, GrantCounters {
  accountId: string;
  client: IssuedTo;
  /** The client's internal id, by which its grant names it. */
  clientId: number;
  familyId: string;
  generation: number;
  resource: string;
  scope: readonly string[];
  /** Of the authorization request, where it was sent and this is its code. */
  nonce?: string | null;
  /** Claims of the team's own. */
  own?: OwnClaims | null;
  /** Epoch seconds: when the access token ends at the latest, before its usual time. */
  notAfter?: number;
}

/** Writes tokens. Nothing is stored here: the family's row was written before (ADR 3). */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly signer: AccessTokenSigner,
    private readonly idTokens: IdTokenSigner,
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The tokens of a family: an access token, the refresh token of its generation, and where `openid` is in the scope an
   * ID token (OpenID Connect Core §3.1.3.3, §12.2).
   *
   * @param now epoch milliseconds.
   */
  async issue(tokens: IssuedTokens, now: number): Promise<TokenResponse> {
    const { accountId, clientId, familyId, generation, resource, scope } = tokens;
    const response = await this.issueAccessToken({ subject: accountId, ...tokens, audience: resource }, now);
    response.refresh_token = formatRefreshToken({ familyId, clientId, generation }, this.keys.refresh);
    if (scope.includes('openid')) response.id_token = await this.signIdToken(tokens, response.access_token, now);
    return response;
  }

  /** An access token alone. @param now epoch milliseconds. */
  async issueAccessToken(token: IssuedAccessToken, now: number): Promise<TokenResponse> {
    const { issuer, ttl } = this.settings;
    // A leading spread would make V8 on Node 20 give every object a hidden class per member.
    const subject = { issuer, ...token, clientId: token.client.clientId };
    const { notAfter = Infinity } = token;
    const { longestAccessToken } = token.client.rules;
    const expiresIn = Math.min(ttl.accessToken, longestAccessToken, notAfter - Math.floor(now / 1000));
    const claims = accessTokenClaims(subject, { now, ttl: expiresIn, jti: randomUUID() });
    const response: TokenResponse = {
      access_token: await this.signer.sign(claims),
      token_type: claims.cnf === undefined ? 'Bearer' : 'DPoP',
      expires_in: expiresIn,
      scope: formatScope(token.scope),
    };
    if (claims.authorization_details !== undefined) response.authorization_details = claims.authorization_details;
    return response;
  }

  private signIdToken(tokens: IssuedTokens, accessToken: string, now: number): Promise<string> {
    const { client, nonce = null } = tokens;
    const subject = { issuer: this.settings.issuer, ...tokens, nonce, clientId: client.clientId };
    return this.idTokens.sign(client, (alg) => idTokenClaims(subject, { accessToken, alg, now }));
  }

  /** When tokens issued now expire, in epoch milliseconds. */
  times(now: number): FamilyTimes {
    const { refreshToken, accessToken } = this.settings.ttl;
    return { expiresAt: now + refreshToken * 1000, accessExpiresAt: now + accessToken * 1000 };
  }
}
