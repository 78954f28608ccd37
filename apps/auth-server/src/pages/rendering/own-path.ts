/**
 * What a person can be led back to: pages of ours, with their query. Sign-in and sign-up for who changes the language
 * there; signed in, they lead on by their own `return_to`.
 */
const PAGES =
  /^\/((consent|device|done|account|password|verify|sign-in|sign-out|sign-up)(\/[a-z-]+)*|(console|admin|docs)(\/[\w-]+)*)$/;

/** Of an administrator: the id may be a URL or an email, encoded. */
const ONE_OF_ALL = /^\/admin\/(accounts|applications)\/\w[\w.~%-]*$/;

/** Bytes; an authorization request of the largest size fits. */
const LONGEST = 32_768;

/**
 * Reads `return_to`: the path of one of our pages below the prefix, with its query; `null` for anything else. Whatever
 * a browser might read as another origin is refused: `//host`, `/\host`, control characters, encoded slashes.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || text.length > LONGEST || !/^\/[\x21-\x7e]*$/.test(text) || text.includes('\\') || text.includes('#'))
    return null;
  const [path = ''] = text.split('?', 1);
  return PAGES.test(path) || ONE_OF_ALL.test(path) ? text : null;
}
