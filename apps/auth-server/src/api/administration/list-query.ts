import { invalidFields } from '../../platform/http/answers/problem';

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
