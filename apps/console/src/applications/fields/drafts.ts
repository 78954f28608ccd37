import type { Application, ChangedApplication } from '../../api/api';
import { type FieldKind, type FieldName, rowOf } from './field-table';

/** What stands in a control: a text, a tick, or the ticked values; null: none is chosen, or all. */
export type Draft = string | boolean | readonly string[] | null;

export type Drafts = { readonly [Name in FieldName]?: Draft };

/** Of a value of the API. */
export function draftOf(name: FieldName, application: Application): Draft {
  const { kind } = rowOf(name);
  const value = application[name];
  if (value === null) return kind === 'scopes' ? null : '';
  if (Array.isArray(value)) return kind === 'lines' ? value.join('\n') : value;
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  return typeof value === 'boolean' ? value : String(value);
}

/** With what decides which fields there are. */
export const withDrafts = (application: Application, { grant_types: draft }: Drafts): Application =>
  Array.isArray(draft) ? { ...application, grant_types: draft as Application['grant_types'] } : application;

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The body that makes an application as the drafts have it.
 *
 * @param names those that are shown
 * @returns `unreadable`: those whose text is none of their kind
 */
export function bodyOf(
  names: readonly FieldName[],
  drafts: Drafts,
  application: Application,
): { body: ChangedApplication; unreadable: FieldName[] } {
  const changed = names.flatMap((name) => {
    const draft = drafts[name];
    return draft === undefined || isSame(draft, draftOf(name, application)) ? [] : [{ name, draft }];
  });
  const read = changed.map(({ name, draft }) => ({ name, value: valueOf(rowOf(name), draft) }));
  return {
    // The table has for each field a kind that holds what the API takes.
    body: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    unreadable: read.flatMap(({ name, value }) => (value === undefined ? [name] : [])),
  };
}

function valueOf(row: FieldKind, draft: Draft): unknown {
  if (typeof draft !== 'string') return draft;
  const text = draft.trim();
  switch (row.kind) {
    case 'number':
      return text === '' && row.mayBeEmpty ? null : numberOf(text);
    case 'json':
      return text === '' ? null : jsonOf(text);
    case 'lines':
      return text === '' ? null : text.split(/\s*\n\s*/);
    case 'text':
    case 'url':
      return text === '' && row.mayBeEmpty ? null : text;
    default:
      return text || null;
  }
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
