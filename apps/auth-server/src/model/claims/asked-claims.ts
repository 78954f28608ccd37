import { OAuthError } from '../../protocol/oauth-error';
import type { OwnClaims } from '../../protocol/token/own-claims';

/** The grant changed after its claims were asked for: they have to be asked for again. */
export class ClaimsOutdated extends Error {}

/** What was had before a unit of work, whose rule checks that it still holds. */
export class AskedClaims {
  /** Where there was nothing to ask for: a rule that reaches them after all finds them outdated. */
  static readonly NONE = new AskedClaims(-1, null);

  /** @param reissues of the grant, when they were asked for. */
  constructor(
    readonly reissues: number,
    private readonly claims: OwnClaims | null | OAuthError,
  ) {}

  /** Why they cannot be had. */
  get failure(): OAuthError | null {
    return this.claims instanceof OAuthError ? this.claims : null;
  }

  /**
   * @param reissues of the grant now.
   * @throws ClaimsOutdated; OAuthError where they cannot be had.
   */
  at(reissues: number): OwnClaims | null {
    if (reissues !== this.reissues) throw new ClaimsOutdated();
    if (this.claims instanceof OAuthError) throw this.claims;
    return this.claims;
  }
}

/** More changes than this within one request are no chance. */
const MOST_TRIES = 3;

/**
 * Runs a unit of work with claims that were read before it, and reads them again if the grant changed in between.
 *
 * @param asked `null`: there are no claims at all.
 * @throws OAuthError `temporarily_unavailable` where it always changes.
 */
export function writeWithClaims<T>(
  asked: AskedClaims | null,
  ask: () => Promise<AskedClaims>,
  write: (asked: AskedClaims | null) => Promise<T>,
): Promise<T> {
  return asked === null ? write(null) : writeUntilTheyHold(asked, ask, write);
}

async function writeUntilTheyHold<T>(
  asked: AskedClaims,
  ask: () => Promise<AskedClaims>,
  write: (asked: AskedClaims) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write(asked);
    } catch (error) {
      if (!(error instanceof ClaimsOutdated)) throw error;
      if (tries === MOST_TRIES)
        throw new OAuthError('temporarily_unavailable', 'the grant is being changed: try again', { retryAfter: 1 });
      asked = await ask();
    }
  }
}
