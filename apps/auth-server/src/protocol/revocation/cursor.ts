/** Where a reader of the revocations stands. Opaque to readers. */
export interface Cursor {
  /** The history that the version is of. */
  log: string;
  /** The reader has everything up to this one. */
  version: number;
  /** While a lower version than the newest is missing: how many entries of the tail of one process the reader has. */
  arrived?: Arrived | undefined;
}

export interface Arrived {
  tail: string;
  count: number;
}

const CURSOR = /^([A-Za-z0-9_-]{16,64})\.(\d{1,16})\.[A-Za-z0-9_-]{1,16}(?:\.([A-Za-z0-9_-]{1,16})\.(\d{1,15}))?$/;

/** @param tag of the signing key: pages of another key have other addresses, in caches too */
export function formatCursor({ log, version, arrived }: Cursor, tag: string): string {
  return [log, version, tag, ...(arrived === undefined ? [] : [arrived.tail, arrived.count])].join('.');
}

/** @returns `null` for what is none; a tag of an earlier key is as good */
export function parseCursor(text: string): Cursor | null {
  const [, log, version, tail, count] = CURSOR.exec(text) ?? [];
  if (log === undefined) return null;
  return { log, version: Number(version), arrived: tail === undefined ? undefined : { tail, count: Number(count) } };
}
