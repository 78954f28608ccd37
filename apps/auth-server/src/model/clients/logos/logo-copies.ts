import { createHash } from 'node:crypto';
import type { BackgroundJob } from '../../../platform/database/batched-delete';
import { type Unit, all, announce, run } from '../../../platform/database/sql';
import type { Units } from '../../../platform/database/units';
import { OutboundError, fetchOutboundBytes } from '../../../platform/outbound/outbound';
import { rasterTypeOf } from '../../../protocol/client/image-type';
import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { webUriProblem } from '../../../protocol/text/web-uri';

const LARGEST = 64 * 1_024;
/** Milliseconds. */
const TIMEOUT = 3_000;
/** When one that cannot be had is tried again, in milliseconds. */
const RETRY = 86_400_000;
/** A run: other jobs wait for it. */
const MOST_AT_ONCE = 8;

/** Rows without an image wait for it. Only developers' applications: anybody can name a logo in a registration of its own. */
const WAIT = `INSERT INTO client_logos (client_id, uri, media_type, body, hash, fetched_at)
  SELECT id, logo_uri, '', '', '', 0 FROM clients WHERE id = ? AND origin = 'console' AND logo_uri IS NOT NULL
  ON CONFLICT (client_id) DO UPDATE SET uri = excluded.uri, media_type = '', body = '', hash = '', fetched_at = 0
  WHERE client_logos.uri <> excluded.uri`;
const FORGET = `DELETE FROM client_logos WHERE client_id = ?
  AND EXISTS (SELECT 1 FROM clients c WHERE c.id = client_logos.client_id AND c.logo_uri IS NULL)`;
const SELECT_DUE = `SELECT client_id AS id, uri FROM client_logos WHERE hash = '' AND fetched_at <= ?
  ORDER BY fetched_at, client_id LIMIT ?`;
const STORE = `UPDATE client_logos SET media_type = ?, body = ?, hash = ?, fetched_at = ? WHERE client_id = ? AND uri = ?`;

/** Where `clients` is in FROM: the file's name below `/assets`, `null` without a copy of the logo that it has now. */
export const LOGO_FILE = (clients: string) => `CASE WHEN ${clients}.logo_uri IS NOT NULL THEN (
    SELECT l.hash || '.' || substr(l.media_type, 7) FROM client_logos l
    WHERE l.client_id = ${clients}.id AND l.uri = ${clients}.logo_uri AND l.hash <> '') END`;

interface Due {
  id: number;
  uri: string;
}

interface Logo {
  mediaType: string;
  content: Buffer;
}

/** Belongs in the unit that writes the client: its logo is copied by the next run of {@link logoCopies}. */
export function* queueLogo(id: number): Unit<void> {
  yield* run(FORGET, id);
  yield* run(WAIT, id);
}

/** Copies clients' logos in the background, so that browsers load them from this server and no request waits. */
export function logoCopies(issuer: string): BackgroundJob {
  const allowLoopback = isLoopbackUrl(issuer);
  return {
    name: 'client_logos',
    async runBatch(units: Units, now: number, most: number): Promise<boolean> {
      const waiting = () => all<Due>(SELECT_DUE, now - RETRY, Math.min(most, MOST_AT_ONCE));
      const logos = await Promise.all((await units.read(waiting)).map((due) => load(due, allowLoopback)));
      if (logos.length > 0) await units.write(() => store(logos, now));
      return false;
    },
  };
}

async function load(due: Due, allowLoopback: boolean): Promise<Due & { logo: Logo | null }> {
  return { ...due, logo: await fetchLogo(due.uri, allowLoopback) };
}

/** What the bytes are decides, not what the host says of them. No redirect is followed. */
async function fetchLogo(uri: string, allowLoopback: boolean): Promise<Logo | null> {
  // One that was registered before the present rules.
  if (webUriProblem(uri, allowLoopback) !== null) return null;
  const headers = { accept: 'image/png, image/jpeg, image/webp' };
  try {
    const limits = { maxBytes: LARGEST, timeoutMs: TIMEOUT, allowLoopback };
    const { status, body } = await fetchOutboundBytes(uri, { headers, ...limits });
    const type = status === 200 ? rasterTypeOf(body) : null;
    return type === null ? null : { mediaType: `image/${type === 'jpg' ? 'jpeg' : type}`, content: body };
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

function* store(logos: readonly (Due & { logo: Logo | null })[], now: number): Unit<void> {
  for (const { id, uri, logo } of logos) {
    const image =
      logo === null ? ['', '', ''] : [logo.mediaType, logo.content.toString('base64'), hashOf(logo.content)];
    yield* run(STORE, ...image, now, id, uri);
  }
  yield* announce('clients');
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url');
