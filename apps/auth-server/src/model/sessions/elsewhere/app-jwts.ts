import { Inject, Injectable } from '@nestjs/common';
import type { JWTVerifyGetKey } from 'jose';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SignInSetting } from '../../../platform/config/settings';
import { type OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import { CLOCK_TOLERANCE } from '../../../protocol/sign-in/sign-in-answer';
import type { Said } from '../../../protocol/token/person-claims';
import { RefusedJwt, verifyForeignJwt } from '../foreign-jwt';
import { issuerKeys } from '../issuer-keys';

/** The JWTs of the team's app, signed by a key of `SIGN_IN_URL/jwks.json`. */
@Injectable()
export class AppJwts {
  private keys: JWTVerifyGetKey | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param claims that it must have.
   * @throws OAuthError `invalid_request` with what is wrong, `temporarily_unavailable` if the keys cannot be fetched.
   */
  async verify(token: string, { url, issuer }: SignInSetting, typ: string, claims: string[]): Promise<Said> {
    const jose = await import('jose');
    this.keys ??= issuerKeys(`${url}/jwks.json`, jose);
    const audience = this.settings.issuer;
    const expected = { issuer, audience, typ, clockTolerance: CLOCK_TOLERANCE, requiredClaims: claims };
    try {
      return (await verifyForeignJwt(token, this.keys, expected, this.clock.now(), jose)).payload;
    } catch (error) {
      throw error instanceof RefusedJwt ? refused(error.message) : error;
    }
  }
}

/** For the developer of the app: RFC 6749 §5.2 leaves no quotes in a description. */
export const refused = (reason: string): OAuthError =>
  invalidRequest(`the JWT is refused: ${reason.replaceAll('"', '')}`);
