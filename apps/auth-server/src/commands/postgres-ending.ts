import type { Client } from 'pg';
import { END_EVERYTHING, type EndingValues, REFUSE_EARLIER } from './ending';

const TABLES = `LOCK TABLE refresh_families, authorization_codes, device_codes, consent_sessions, sign_in_sessions,
  initial_access_tokens IN EXCLUSIVE MODE`;

/** Runs {@link END_EVERYTHING} in the caller's transaction. */
export async function endAll(client: Client, values: EndingValues): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await client.query(TABLES);
  for (const { counted, text } of END_EVERYTHING) {
    const { rowCount } = await client.query(...numbered(text, values));
    counts.set(counted, rowCount ?? 0);
  }
  return counts;
}

/** Runs {@link REFUSE_EARLIER} in the caller's transaction. */
export async function refuseEarlier(client: Client, values: EndingValues): Promise<void> {
  for (const text of REFUSE_EARLIER) await client.query(...numbered(text, values));
}

/** Replaces each `@name` by `$n`. */
export function numbered(text: string, values: EndingValues): [string, number[]] {
  const given: number[] = [];
  const spelt = text.replace(/@(\w+)/g, (_, name: keyof EndingValues) => `$${given.push(values[name])}::bigint`);
  return [spelt, given];
}
