import type { Answer } from '../world/world';

const NAMES = [
  'password',
  'current_password',
  'session_token',
  'sessionID',
  'session_id',
  'client_secret',
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'device_code',
  'registration_access_token',
  'initial_access_token',
  // Of a mailed link, and what is introspected or revoked.
  'token',
];

/** A shorter value may be an ordinary word of a log. */
const SHORTEST = 16;

const WORD = new RegExp(`[\\w.~-]{${SHORTEST},}`, 'g');

const seen = new Set<string>();

/** Records the secrets in a call's request and answer. */
export function noteSecrets(url: string, sent: unknown, { body, headers }: Answer<unknown>): void {
  noteMembers(sent instanceof URLSearchParams ? Object.fromEntries(sent) : sent);
  noteMembers(body);
  for (const address of [url, headers.get('location') ?? ''])
    noteMembers(Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? '')));
}

/** Recorded secrets that stand in a log. */
export function secretsIn(log: string): string[] {
  const words = new Set(log.match(WORD) ?? []);
  return [...seen].filter((secret) => words.has(secret));
}

function noteMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  for (const name of NAMES) {
    const secret = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof secret === 'string' && secret.match(WORD)?.[0] === secret) seen.add(secret);
  }
}
