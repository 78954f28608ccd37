import { MOST_CLAIMS, claimProblem } from './own-claims';

/** What a trusted issuer's JWT says of an account under the names that `TRUSTED_ISSUERS` lists for it. */
export interface IssuerClaims {
  /** The JWT's, in epoch seconds: an older JWT changes nothing. */
  iat: number;
  /** A member for each name; null: the JWT has no such claim. */
  claims: Readonly<Record<string, unknown>>;
}

/** JSON.stringify could exhaust the stack. */
const DEEPEST = 4;

/** Seconds that the issuer's clock may run ahead: a JWT of next year would keep all until then out. */
const CLOCK_SKEW = 60;

/** Seconds: the same claims of a newer JWT are written no more often, as each call may bring a new JWT. */
const REWRITE = 60;

type Payload = Readonly<Record<string, unknown>>;

/** Why the JWT is no sign-in of an issuer with these claims; else `null`. @param now epoch milliseconds. */
export function issuerClaimsProblem(payload: Payload, names: readonly string[], now: number): string | null {
  if (names.length === 0) return null;
  const { iat } = payload;
  if (typeof iat !== 'number' || iat < 0) return 'it has no iat, which tells which claims are the newest';
  if (iat * 1000 > now + CLOCK_SKEW * 1000) return 'its iat is in the future; it tells which claims are the newest';
  return claimsProblem(issuerClaimsOf(payload, names).claims, names);
}

/** A token with them could not be issued; the name stands in the log, never the value. */
function claimsProblem(claims: IssuerClaims['claims'], names: readonly string[]): string | null {
  const said = Object.entries(claims).filter(([, value]) => value !== null);
  for (const [name, value] of said) {
    const problem = isShallow(value)
      ? claimProblem(name, value, new Set(names))
      : `is more than ${DEEPEST} levels deep`;
    if (problem !== null) return `its claim ${name} ${problem}`;
  }
  const size = Buffer.byteLength(JSON.stringify(Object.fromEntries(said)));
  return size > MOST_CLAIMS.accessToken
    ? `its claims ${names.join(', ')} have more than ${MOST_CLAIMS.accessToken} bytes`
    : null;
}

/** Takes the claims of a JWT without {@link issuerClaimsProblem}. */
export function issuerClaimsOf(payload: Payload, names: readonly string[]): IssuerClaims {
  const claims = Object.fromEntries(names.map((name) => [name, ownClaim(payload, name)]));
  return { iat: payload.iat as number, claims };
}

/** Writes what the account's row keeps. */
export const formatIssuerClaims = ({ iat, claims }: IssuerClaims) => JSON.stringify({ iat, claims });

/**
 * Whether the row has to be written: a newer JWT with other claims, or of the same second, of which the last one counts.
 *
 * @param recorded what the row has; `null`: nothing yet.
 */
export function isNews(recorded: string | null, said: IssuerClaims): boolean {
  if (recorded === null) return true;
  const { iat, claims } = JSON.parse(recorded) as IssuerClaims;
  if (said.iat < iat) return false;
  return said.iat >= iat + REWRITE || JSON.stringify(claims) !== JSON.stringify(said.claims);
}

/**
 * The claims that tokens are to have.
 *
 * @returns `null` if the row lacks one that is listed: it was written before the setting, and a token without a role that
 * the account has must not be issued.
 */
export function recordedClaims(recorded: string | null, names: readonly string[]): Record<string, unknown> | null {
  if (names.length === 0) return {};
  if (recorded === null) return null;
  const { claims } = JSON.parse(recorded) as IssuerClaims;
  if (!names.every((name) => Object.hasOwn(claims, name))) return null;
  const given = names.filter((name) => claims[name] !== null);
  return Object.fromEntries(given.map((name) => [name, claims[name]] as const));
}

const ownClaim = (payload: Payload, name: string): unknown =>
  Object.hasOwn(payload, name) ? (payload[name] ?? null) : null;

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < DEEPEST && Object.values(value).every((member) => isShallow(member, depth + 1)));
