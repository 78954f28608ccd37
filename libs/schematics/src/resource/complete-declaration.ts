import type { Declaration } from './declaration';
import type { Ask } from './terminal';

/** What the app itself says, where no person has answered yet. */
export interface Known {
  /** The scopes that its sources require. */
  readonly scopes: readonly string[];
  /** As given by options: not asked for. */
  readonly given: { readonly name?: string | undefined; readonly url?: string | undefined };
  readonly suggested: { readonly name: string; readonly url: string };
}

const NOTHING: Declaration = { url: '', name: '', scopes: [] };

/** Adds what a declaration lacks. A description without an answer stays empty, which the auth server and the check refuse. */
export async function completed(before = NOTHING, known: Known, ask: Ask): Promise<Declaration> {
  const { given, suggested } = known;
  const answer = async (question: string, other: string) => (await ask(`${question} (${other}):`)) || other;
  const name =
    before.name || given.name || (await answer('Name of this service on the consent screen', suggested.name));
  const url = before.url || given.url || (await answer('Its address in production (aud of the tokens)', suggested.url));
  const added = known.scopes.filter((scope) => !before.scopes.some((one) => one.name === scope));
  const scopes = [...before.scopes];
  for (const scope of added) scopes.push({ name: scope, description: '' });
  for (const [at, scope] of scopes.entries())
    if (scope.description === '') scopes[at] = { ...scope, description: await ask(questionOf(scope.name)) };
  return { url, name, scopes };
}

const questionOf = (scope: string) =>
  `What does ${scope} allow, in the words of the consent screen, such as "Read your notes"?`;
