import type { ScopeTexts } from '../../protocol/request/scope';
import { type Complain, type Json, complainOfUnknown, isObject, readText } from './json-setting';
import { quoted } from './url-setting';

const LONGEST_DETAIL = 200;

/** `"de"`: as the message files of the pages are called. */
const LANGUAGE = /^[a-z]{2,3}$/;

/** `"texts": { "de": { "name" } }` of a resource; absent: none. */
export const readResourceTexts = (value: unknown, complain: Complain) =>
  readTexts(value, ['name'], complain, (entry) => ({ name: readText(entry, 'name', complain) }));

/** `"detail"?`, `"sensitive"?` and `"texts"?: { "de": { "description", "detail"? } }` of a scope. */
export function readScopeTexts(scope: Json, complain: Complain): ScopeTexts {
  const { sensitive = false } = scope;
  if (typeof sensitive !== 'boolean') complain('has a scope whose sensitive is neither true nor false');
  const texts = readTexts(scope.texts, ['description', 'detail'], complain, (entry) => ({
    description: readText(entry, 'description', complain),
    ...readDetail(entry, complain),
  }));
  return { ...readDetail(scope, complain), ...(sensitive === true && { sensitive }), ...(texts && { texts }) };
}

function readDetail({ detail }: Json, complain: Complain): { detail?: string } {
  if (detail === undefined) return {};
  if (typeof detail === 'string' && detail !== '' && detail.length <= LONGEST_DETAIL) return { detail };
  complain(`has a detail that is no text of 1 to ${LONGEST_DETAIL} characters`);
  return {};
}

function readTexts<Texts>(
  value: unknown,
  members: readonly string[],
  complain: Complain,
  read: (entry: Json) => Texts,
): Readonly<Record<string, Texts>> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value) || !Object.values(value).every(isObject)) {
    complain(`has texts that are not {"de": {${members.map(quoted).join(', ')}}}`);
    return undefined;
  }
  const odd = Object.keys(value).find((language) => !LANGUAGE.test(language));
  if (odd !== undefined) complain(`has texts for ${quoted(odd)}; a language is named like "de"`);
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([language, entry]) => {
      complainOfUnknown(entry, members, complain);
      return [language, read(entry)];
    }),
  );
}
