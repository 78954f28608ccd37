import type { Answer } from './world';

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
];

/** Shorter ones are words that a log may hold for other reasons. */
const SHORTEST = 16;

const WORD = new RegExp(`[\\w.~-]{${SHORTEST},}`, 'g');

const seen = new Set<string>();

/** Remembers the secrets of a call, both what was sent and what came back. */
export function noteSecrets(url: string, sent: unknown, { body, headers }: Answer<unknown>): void {
  noteMembers(sent instanceof URLSearchParams ? Object.fromEntries(sent) : sent);
  noteMembers(body);
  for (const address of [url, headers.get('location') ?? ''])
    noteMembers(Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? '')));
}

/** The secrets seen so far that stand in a log. */
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
