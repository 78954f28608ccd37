import { isQuotable } from '../bearer/challenge.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface Rules {
  /** Without query and trailing slash, as issuers are. */
  readonly isBare?: boolean;
  /** To stand in the quotes of a challenge. */
  readonly isQuoted?: boolean;
}

/** What is wrong with an option that must be an https URL (http on loopback), or undefined. */
export function urlProblem(name: string, value: unknown, { isBare = false, isQuoted = false }: Rules = {}) {
  const got = `got ${JSON.stringify(value) ?? 'nothing'}`;
  if (typeof value !== 'string' || !URL.canParse(value)) return `${name} must be a URL; ${got}`;
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.includes(url.hostname))) {
    return `${name} must be an https URL (http only on ${LOOPBACK.join(', ')}); ${got}`;
  }
  if (url.username || url.password) return `${name} must not hold a user name or password`;
  if (value.includes('#')) return `${name} must have no fragment; ${got}`;
  if (isBare && /[?]|\/$/.test(value)) return `${name} must have no query and no trailing slash; ${got}`;
  if (isQuoted && !isQuotable(value)) return `${name} must be printable ASCII without '"' and '\\'; ${got}`;
  return undefined;
}
