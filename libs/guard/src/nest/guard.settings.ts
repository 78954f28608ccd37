import { type ChallengeSettings, isQuotable } from '../bearer/challenge.ts';
import { type Clock, systemClock } from '../verify/clock.ts';
import type { GuardOptions } from './guard.options.ts';

export interface GuardSettings extends ChallengeSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string;
  readonly clock: Clock;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Validates the options and adds defaults. Throws an Error that names every wrong one and what is allowed. */
export function parseGuardOptions(options: GuardOptions): GuardSettings {
  const { issuer, audience, jwksUri, realm = 'api', resourceMetadata, clock = systemClock } = options ?? {};
  const problems = [
    urlProblem('issuer', issuer, { bare: true }),
    urlProblem('audience', audience),
    jwksUri === undefined ? undefined : urlProblem('jwksUri', jwksUri),
    resourceMetadata === undefined ? undefined : urlProblem('resourceMetadata', resourceMetadata, { quoted: true }),
    isQuotable(String(realm)) ? undefined : `realm must be printable ASCII without '"' and '\\'`,
    typeof clock?.now === 'function' ? undefined : 'clock must be an object with now(), in milliseconds since 1970',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Error(`GuardModule was given wrong options:\n- ${problems.join('\n- ')}`);
  const keysAt = jwksUri ?? `${issuer}/.well-known/jwks.json`;
  return Object.freeze({ issuer, audience, jwksUri: keysAt, realm, resourceMetadata, clock });
}

function urlProblem(name: string, value: unknown, { bare = false, quoted = false } = {}): string | undefined {
  const got = `got ${JSON.stringify(value) ?? 'nothing'}`;
  if (typeof value !== 'string' || !URL.canParse(value)) return `${name} must be a URL; ${got}`;
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.includes(url.hostname))) {
    return `${name} must be an https URL (http only on ${LOOPBACK.join(', ')}); ${got}`;
  }
  if (url.username || url.password) return `${name} must not hold a user name or password`;
  if (value.includes('#')) return `${name} must have no fragment; ${got}`;
  if (bare && /[?]|\/$/.test(value)) return `${name} must have no query and no trailing slash; ${got}`;
  if (quoted && !isQuotable(value)) return `${name} must be printable ASCII without '"' and '\\'; ${got}`;
  return undefined;
}
