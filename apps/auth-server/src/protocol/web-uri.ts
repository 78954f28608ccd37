const LONGEST = 2048;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isOnLoopback = (uri: string) => LOOPBACK.test(new URL(uri).hostname);

/** Whether a text is the URI of a page to link to: https, or http on loopback. */
export const isWebUri = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= LONGEST &&
  /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/u.test(value) &&
  URL.canParse(value) &&
  (value.startsWith('https:') || isOnLoopback(value));

/**
 * What is wrong with a URI that this server is to call, or `null`.
 *
 * @param allowLoopback whether it calls its own machine: only where it is itself on loopback.
 */
export function calledUriProblem(uri: string, allowLoopback: boolean): string | null {
  const must = `must be an https URL${allowLoopback ? ' (or http on loopback)' : ''} of at most ${LONGEST} characters`;
  if (!isWebUri(uri) || (isOnLoopback(uri) && !allowLoopback)) return must;
  const { username, password } = new URL(uri);
  if (username !== '' || password !== '' || /^https?:\/\/[^/?#]*[@\\]/.test(uri))
    return 'must hold no user name or password';
  return uri.includes('#') ? 'must hold no fragment' : null;
}
