import { IDENTITY_SCOPES, type Resource, type ScopeDefinition } from '../../protocol/request/scope';
import type { DeveloperFacts } from './facts';
import { code, codes, escaped, table } from './markdown';

/** Each resource with its audience and scopes, as users read them on the consent page. */
export function apis({ settings: { resources }, metadata }: DeveloperFacts): string {
  const several = resources.length > 1;
  const target = several
    ? '\n\nA token is for one API. The scopes decide which one; a request with scopes of several APIs names the one it means by the parameter `resource` (RFC 8707), whose value is the audience.'
    : '';
  return [
    `## ${several ? 'APIs' : 'API'} and scopes

Ask for as few scopes as you need. Users read the descriptions below on the consent page and may leave a scope out: \`scope\` of the answer says what they allowed.${target}`,
    ...resources.map(oneApi),
    identity(metadata.claims_supported),
  ].join('\n\n');
}

function oneApi(resource: Resource): string {
  const { name, url, scopes, authorizationDetailsTypes = [] } = resource;
  const languages = [...new Set(scopes.flatMap(({ texts = {} }) => Object.keys(texts)))];
  const hasNotes = scopes.some((scope) => notesOn(scope) !== '');
  const head = ['scope', 'users read', ...languages.map(languageName), ...(hasNotes ? ['notes'] : [])];
  const rows = scopes.map((scope) => [
    code(scope.name),
    read(scope),
    ...languages.map((language) => readIn(scope, language)),
    ...(hasNotes ? [notesOn(scope)] : []),
  ]);
  const details = authorizationDetailsTypes.map(({ type, description, fields, required }) => [
    code(type),
    escaped(description),
    code(JSON.stringify(fields)),
    codes(required),
  ]);
  return `### ${escaped(name)}

Audience: ${code(url)}

${table(head, rows)}${
    details.length === 0
      ? ''
      : `\n\nFor what scopes cannot express, send \`authorization_details\` (RFC 9396):\n\n${table(['type', 'users read', 'fields', 'required'], details)}`
  }`;
}

const read = ({ description, detail }: { description: string; detail?: string }) =>
  [description, ...(detail === undefined ? [] : [detail])].map(escaped).join(' — ');

const readIn = ({ texts }: ScopeDefinition, language: string) => (texts?.[language] ? read(texts[language]) : '');

const notesOn = ({ sensitive, claims = [] }: ScopeDefinition) =>
  [
    ...(sensitive ? ['users tick it themselves'] : []),
    ...(claims.length > 0 ? [`adds the claims ${codes(claims)} to tokens`] : []),
  ].join('; ');

/** The code itself where the language has no English name. */
const languageName = (language: string) =>
  escaped(`in ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`);

function identity(claims: readonly string[]): string {
  const rows = IDENTITY_SCOPES.map(({ name, description }) => [code(name), escaped(description)]);
  return `### Who the user is

These scopes go with any API, or alone to sign users in (OpenID Connect). \`openid\` brings an ID token. Name and email are in the answer of userinfo, and in the ID token too if your application registers \`profile_in_id_token\`. The claims are ${codes(claims)}.

${table(['scope', 'users read'], rows)}`;
}
