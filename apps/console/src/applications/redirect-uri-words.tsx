import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages';
import { redirectUriProblem } from './redirect-uri';

/** What is wrong with what stands in the field; nothing while it is empty. */
export function redirectUriWords(
  uri: string,
  owner: { isPublic: boolean; others: readonly string[] },
): ComponentChildren {
  const found = uri === '' ? null : redirectUriProblem(uri, owner);
  if (found === null) return null;
  if (found.problem === 'parameter') return t.redirectUris.parameter(found.name);
  if (found.problem === 'slash') return t.redirectUris.slash(found.other);
  return t.redirectUris[found.problem];
}
