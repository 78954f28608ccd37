import { invalidFields } from '../../platform/http/answers/problem';
import { isoTime } from '../iso-time';

export const PAGE_SIZE = 50;

type Query<Name extends string> = Partial<Record<Name, string>>;

/** @throws Problem 400 for parameters that are unknown, sent twice, or not storable. */
export function readQuery<Name extends string>(text: string, names: readonly Name[]): Query<Name> {
  const query: Query<Name> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = names.find((it) => it === name);
    if (known === undefined) throw invalidFields([{ field: name, detail: 'is not a known parameter' }]);
    if (query[known] !== undefined) throw invalidFields([{ field: name, detail: 'was sent more than once' }]);
    // PostgreSQL refuses U+0000, also in a comparison.
    if (value.includes('\0')) throw invalidFields([{ field: name, detail: 'must not contain U+0000' }]);
    if (value !== '') query[known] = value;
  }
  return query;
}

/** The cursor of a page that begins at this key. */
export const writeCursor = (key: string | number) => Buffer.from(String(key)).toString('base64url');

export const readCursor = (cursor: string | undefined): string | null =>
  cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '');

/** Reads a cursor whose key is a number. @throws Problem 400. */
export function readNumberCursor(cursor: string | undefined): number | null {
  const key = readCursor(cursor);
  if (key === null) return null;
  if (!/^\d+$/.test(key) || !Number.isSafeInteger(Number(key)))
    throw invalidFields([{ field: 'cursor', detail: 'is not valid' }]);
  return Number(key);
}

/** Reads a cursor whose key is a time and an id. @throws Problem 400. */
export function readPlace(cursor: string | undefined): { createdAt: number; id: string } | null {
  const key = readCursor(cursor);
  if (key === null) return null;
  const [, createdAt, id] = /^(\d{1,15}) (.+)$/.exec(key) ?? [];
  if (createdAt === undefined || id === undefined) throw invalidFields([{ field: 'cursor', detail: 'is not valid' }]);
  return { createdAt: Number(createdAt), id };
}

/** RFC 3339, or a day of UTC. */
const TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** @returns epoch milliseconds. @throws Problem 400. */
export function readTime(field: string, sent: string): number {
  // A plus sign that is not encoded arrives as a space.
  const text = sent.replace(' ', '+');
  const [, day] = TIME.exec(text) ?? [];
  const at = Date.parse(text);
  // JavaScript takes 31 February for 3 March.
  const isDay = day !== undefined && !Number.isNaN(at) && isoTime(Date.parse(day)).startsWith(day);
  if (!isDay)
    throw invalidFields([{ field, detail: 'must be a time like 2026-11-29T14:00:00Z, or a day like 2026-11-29' }]);
  return at;
}

/** @param found one more than a page, where there is a next one. */
export function pageOf<Row, View>(
  found: readonly Row[],
  toView: (row: Row) => View,
  keyOf: (row: Row) => string | number,
): { items: View[]; next_cursor: string | null } {
  const next = found[PAGE_SIZE];
  return {
    items: found.slice(0, PAGE_SIZE).map(toView),
    next_cursor: next === undefined ? null : writeCursor(keyOf(next)),
  };
}
