import { isIP } from 'node:net';

import { isQuotable } from '../bearer/challenge.ts';
import { LOOPBACK } from '../verify/issuer-call.ts';

interface Rules {
  /** Without query and trailing slash, as issuers are. */
  readonly isBare?: boolean;
  /** To stand in the quotes of a challenge. */
  readonly isQuoted?: boolean;
  /** The option `insecureHosts`, right or not. */
  readonly insecureHosts?: unknown;
}

/** What is wrong with an option that must be an https URL (http on loopback and insecure hosts), or undefined. */
export function urlProblem(name: string, value: unknown, rules: Rules = {}) {
  const { isBare = false, isQuoted = false, insecureHosts } = rules;
  const got = `got ${JSON.stringify(value) ?? 'nothing'}`;
  if (typeof value !== 'string' || !URL.canParse(value)) return `${name} must be a URL; ${got}`;
  const url = new URL(value);
  const mayBeHttp = LOOPBACK.includes(url.hostname) || listOf(insecureHosts).includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHttp)) {
    return `${name} must be an https URL (http only on ${LOOPBACK.join(', ')} and insecureHosts); ${got}`;
  }
  if (url.username || url.password) return `${name} must not contain a user name or password`;
  if (value.includes('#')) return `${name} must have no fragment; ${got}`;
  if (isBare && /[?]|\/$/.test(value)) return `${name} must have no query and no trailing slash; ${got}`;
  if (isQuoted && !isQuotable(value)) return `${name} must be printable ASCII without '"' and '\\'; ${got}`;
  return undefined;
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

/** No address: a connection to one looks no name up, so that nothing could be checked. */
export const insecureHostsProblem = (hosts: unknown): string | undefined =>
  Array.isArray(hosts) && hosts.every(isHostName)
    ? undefined
    : `insecureHosts must be host names such as auth: in lower case, without a wildcard, port or scheme, and not IP addresses; got ${JSON.stringify(hosts)}`;

const isHostName = (host: unknown) =>
  typeof host === 'string' &&
  /^[a-z\d_]([a-z\d._-]*[a-z\d_])?$/.test(host) &&
  URL.canParse(`http://${host}`) &&
  isIP(new URL(`http://${host}`).hostname) === 0;
