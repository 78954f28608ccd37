import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { SETTINGS, type Settings } from '../config/settings';
import { AccessTokenSigner } from '../keys/access-token-signer';
import { DerivedKeys } from '../keys/derived-keys';
import { accessTokenClaims } from '../protocol/access-token-claims';
import { formatRefreshToken } from '../protocol/refresh-token';
import { formatScope } from '../protocol/scope';
import type { FamilyTimes } from './family-times';

/** The tokens of one answer (RFC 6749 §5.1). */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** What the tokens of one answer say. */
export interface IssuedTokens {
  accountId: string;
  client: { id: number; clientId: string };
  familyId: string;
  generation: number;
  resource: string;
  scope: readonly string[];
}

/** Writes tokens. Nothing is stored here: the family's row was written before (ADR 0004). */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly signer: AccessTokenSigner,
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param now epoch milliseconds. */
  async issue(
    { accountId, client, familyId, generation, resource, scope }: IssuedTokens,
    now: number,
  ): Promise<TokenResponse> {
    const { issuer, ttl } = this.settings;
    const subject = { issuer, accountId, clientId: client.clientId, resource, scope, familyId };
    const claims = accessTokenClaims(subject, { now, ttl: ttl.accessToken, jti: randomUUID() });
    return {
      access_token: await this.signer.sign(claims),
      token_type: 'Bearer',
      expires_in: ttl.accessToken,
      refresh_token: formatRefreshToken({ familyId, clientId: client.id, generation }, this.keys.refresh),
      scope: formatScope(scope),
    };
  }

  /** When tokens issued now expire, in epoch milliseconds. */
  times(now: number): FamilyTimes {
    const { refreshToken, accessToken } = this.settings.ttl;
    return { expiresAt: now + refreshToken * 1000, accessExpiresAt: now + accessToken * 1000 };
  }
}
