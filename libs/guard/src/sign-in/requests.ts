import { isBearerFault } from '../bearer/bearer-fault.ts';
import type { Clock } from '../verify/clock.ts';
import { assertSignature } from '../verify/keys/signature.ts';
import { type KeyFinder, keyForToken } from '../verify/keys/token-key.ts';
import { isJsonObject, type JsonObject, parseCompactJws, parseJsonPart } from '../verify/token/compact-jws.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import type { AskingApplication } from './options.ts';
import { Stop } from './stop.ts';

/** Milliseconds by which the clock of the auth server may differ. */
const LEEWAY = 30_000;

/** Milliseconds for which the button of the sign-out page works: a person may think it over. */
const CLICK = 600_000;

/** What the auth server asks for, in the terms of OpenID Connect Core §3.1.2.1. */
export interface SignInRequest {
  readonly id: string;
  /** Epoch seconds, by the clock of the auth server. */
  readonly issuedAt: number;
  readonly prompt: 'login' | 'select_account' | 'none' | undefined;
  /** Seconds. */
  readonly maxAge: number | undefined;
  readonly acrValues: readonly string[];
  readonly loginHint: string | undefined;
  readonly uiLocales: string | undefined;
  readonly application: AskingApplication | undefined;
}

/** Verifies the requests of the auth server. */
export class Requests {
  constructor(
    private readonly settings: BridgeSettings,
    private readonly keys: KeyFinder,
    private readonly clock: Clock,
  ) {}

  /** Rejects with a `Stop`. */
  async readSignIn(token: string | null): Promise<SignInRequest> {
    const claims = await this.verify(token, 'sign-in-request+jwt');
    const { jti, iat, prompt, max_age: maxAge } = claims;
    if (typeof jti !== 'string' || typeof iat !== 'number')
      throw new Stop('damaged', 'the request has no jti or no iat');
    return {
      id: jti,
      issuedAt: iat,
      prompt: PROMPTS.find((known) => known === prompt),
      maxAge: typeof maxAge === 'number' ? maxAge : undefined,
      acrValues: textOf(claims.acr_values)?.split(' ') ?? [],
      loginHint: textOf(claims.login_hint),
      uiLocales: textOf(claims.ui_locales),
      application: applicationOf(claims.application),
    };
  }

  /**
   * The person that is to be signed out. Rejects with a `Stop`.
   *
   * @param isClicked by the page's own button.
   */
  async readSignOut(token: string | null, { isClicked = false } = {}): Promise<string> {
    const { sub } = await this.verify(token, 'sign-out-request+jwt', isClicked ? CLICK : 0);
    if (typeof sub !== 'string') throw new Stop('damaged', 'the request has no sub');
    return sub;
  }

  private async verify(token: string | null, typ: string, grace = 0): Promise<JsonObject> {
    try {
      const jws = parseCompactJws(token ?? '');
      // The key signs access tokens too (RFC 8725 §3.11).
      if (jws.header.typ !== typ) throw new Stop('damaged', `the typ of the request is not ${typ}`);
      assertSignature(jws, await keyForToken(jws.header, this.keys));
      return this.assertFrame(parseJsonPart(jws.payload), grace);
    } catch (error) {
      if (!isBearerFault(error)) throw error;
      const reason = error.code === 'temporarily_unavailable' ? 'unavailable' : 'damaged';
      throw new Stop(reason, `the request is refused: ${error.message}`);
    }
  }

  private assertFrame(claims: JsonObject, grace: number): JsonObject {
    const { iss, aud, exp } = claims;
    const { issuer, ownIssuer } = this.settings;
    if (iss !== issuer) throw new Stop('damaged', `the iss of the request is not ${issuer}`);
    if (![aud].flat().includes(ownIssuer))
      throw new Stop('damaged', `the aud of the request is not ${ownIssuer}: compare SIGN_IN_URL and SIGN_IN_ISSUER`);
    if (typeof exp !== 'number' || this.clock.now() >= exp * 1_000 + LEEWAY + grace)
      throw new Stop('expired', 'the request has expired');
    return claims;
  }
}

const PROMPTS = ['login', 'select_account', 'none'] as const;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function applicationOf(value: unknown): AskingApplication | undefined {
  if (!isJsonObject(value)) return undefined;
  const { client_id: clientId, name, registered } = value;
  if (typeof clientId !== 'string') return undefined;
  return { clientId, name: textOf(name) ?? clientId, isRegistered: registered === true };
}
