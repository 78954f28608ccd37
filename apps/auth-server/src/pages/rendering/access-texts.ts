import type { DetailTexts } from '../../protocol/request/authorization-details';
import type { Presentation } from './presentation';

interface NamedScope {
  name: string;
  description: string;
  detail?: string;
  texts?: Readonly<Record<string, { description: string; detail?: string }>>;
}

type DetailsType = DetailTexts & { texts?: Readonly<Record<string, DetailTexts>> };

interface NamedResource {
  name: string;
  texts?: Readonly<Record<string, { name: string }>>;
}

type Reader = Pick<Presentation, 'language' | 't'>;

/** What a scope allows, in the reader's language where the operator wrote it, else in that of `RESOURCES_FILE`. */
export function scopeTexts(scope: NamedScope, { language, t }: Reader): { description: string; detail?: string } {
  const own: Readonly<Record<string, string>> = t.identityScopes;
  if (Object.hasOwn(own, scope.name)) return { description: own[scope.name]! };
  const { description, detail } = textsIn(scope.texts, language) ?? scope;
  return detail === undefined ? { description } : { description, detail };
}

/** The text of a type of authorization details, and the names of its fields; a field without one is shown by its own. */
export function detailTexts(type: DetailsType, { language }: Pick<Reader, 'language'>): Required<DetailTexts> {
  const { description, names } = textsIn(type.texts, language) ?? type;
  return { description, names: { ...type.names, ...names } };
}

/** Names a service, as {@link scopeTexts} does a scope. */
export const resourceName = (resource: NamedResource, { language }: Pick<Reader, 'language'>): string =>
  (textsIn(resource.texts, language) ?? resource).name;

const textsIn = <Texts>(texts: Readonly<Record<string, Texts>> | undefined, language: string): Texts | undefined =>
  texts !== undefined && Object.hasOwn(texts, language) ? texts[language] : undefined;
