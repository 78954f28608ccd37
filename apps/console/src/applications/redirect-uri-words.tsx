import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages';
import { type RedirectUriProblem, isOnlyAHint, redirectUriProblem } from './redirect-uri';

interface Said {
  /** What is wrong with it. */
  wrong?: ComponentChildren;
  /** What the server may take all the same. */
  warning?: ComponentChildren;
}

/** What is to be said of what stands in the field; nothing while it is empty. */
export function redirectUriWords(uri: string, owner: { isPublic: boolean; others: readonly string[] }): Said {
  const found = uri === '' ? null : redirectUriProblem(uri, owner);
  if (found === null) return {};
  return isOnlyAHint(found) ? { warning: wordsOf(found) } : { wrong: wordsOf(found) };
}

function wordsOf(found: RedirectUriProblem): ComponentChildren {
  if (found.problem === 'parameter') return t.redirectUris.parameter(found.name);
  if (found.problem === 'slash') return t.redirectUris.slash(found.other);
  return t.redirectUris[found.problem];
}
