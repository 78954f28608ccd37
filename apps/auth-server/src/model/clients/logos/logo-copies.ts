import type { BackgroundJob } from '../../../platform/database/batched-delete';
import { type Unit, all, announce, run } from '../../../platform/database/sql';
import type { Units } from '../../../platform/database/units';
import { OutboundError, fetchOutboundBytes } from '../../../platform/outbound/outbound';
import { LARGEST_LOGO, logoProblem } from '../../../protocol/client/logo';
import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { webUriProblem } from '../../../protocol/text/web-uri';
import { type StoredLogo, storedLogo } from './stored-logo';

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
/** An upload has no `logo_uri` and stays. */
const FORGET = `DELETE FROM client_logos WHERE client_id = ? AND uri <> ''
  AND EXISTS (SELECT 1 FROM clients c WHERE c.id = client_logos.client_id AND c.logo_uri IS NULL)`;
const HIDE = `UPDATE clients SET logo = NULL WHERE id = ?
  AND NOT EXISTS (SELECT 1 FROM client_logos l WHERE l.client_id = clients.id AND l.hash <> '')`;
const SELECT_DUE = `SELECT client_id AS id, uri FROM client_logos WHERE hash = '' AND fetched_at <= ?
  ORDER BY fetched_at, client_id LIMIT ?`;
const STORE = `UPDATE client_logos SET media_type = ?, body = ?, hash = ?, fetched_at = ? WHERE client_id = ? AND uri = ?`;
const TRIED = `UPDATE client_logos SET fetched_at = ? WHERE client_id = ? AND uri = ?`;
const SHOW = `UPDATE clients SET logo = ? WHERE id = ? AND logo_uri = ?`;

interface Due {
  id: number;
  uri: string;
}

/** Belongs in the unit that writes the client: its logo is copied by the next run of {@link logoCopies}. */
export function* queueLogo(id: number): Unit<void> {
  yield* run(FORGET, id);
  yield* run(WAIT, id);
  yield* run(HIDE, id);
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

async function load(due: Due, allowLoopback: boolean): Promise<Due & { logo: StoredLogo | null }> {
  return { ...due, logo: await fetchLogo(due.uri, allowLoopback) };
}

/** What the bytes are decides, not what the host says of them. No redirect is followed. */
async function fetchLogo(uri: string, allowLoopback: boolean): Promise<StoredLogo | null> {
  // One that was registered before the present rules.
  if (webUriProblem(uri, allowLoopback) !== null) return null;
  const headers = { accept: 'image/png, image/jpeg, image/webp' };
  try {
    const limits = { maxBytes: LARGEST_LOGO, timeoutMs: TIMEOUT, allowLoopback };
    const { status, body } = await fetchOutboundBytes(uri, { headers, ...limits });
    return status === 200 && logoProblem(body) === null ? storedLogo(body) : null;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

function* store(logos: readonly (Due & { logo: StoredLogo | null })[], now: number): Unit<void> {
  for (const { id, uri, logo } of logos) {
    if (logo === null) {
      yield* run(TRIED, now, id, uri);
    } else {
      yield* run(STORE, logo.mediaType, logo.body, logo.hash, now, id, uri);
      yield* run(SHOW, logo.file, id, uri);
    }
  }
  yield* announce('clients');
}
