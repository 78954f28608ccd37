import { invalidTarget } from '../oauth-error';
import { isUrl } from '../text/is-url';

/**
 * RFC 3986 §6.2.3: an http(s) URL without a path and one with `/` alone are the same. URL parsers of clients add the
 * slash; registered URLs have none. Any other slash stays.
 */
export const withoutLoneSlash = (url: string) => url.replace(/^(https?:\/\/[^/?#\\@]+)\/$/, '$1');

/**
 * RFC 8707 §2. An access token has one audience.
 *
 * @param text space-separated values.
 * @returns as a registered URL is spelled.
 * @throws OAuthError `invalid_target`.
 */
export function parseResource(text: string | undefined): string | null {
  const [first, ...others] = new Set((text ?? '').split(' ').filter(Boolean).map(withoutLoneSlash));
  if (first === undefined) return null;
  if (others.length > 0) throw invalidTarget('send one resource: an access token has one audience');
  if (!isUrl(first) || first.includes('#')) throw invalidTarget('resource must be an absolute URI without a fragment');
  return first;
}

/** RFC 8707 §2.2: a token request may repeat the resource. @throws OAuthError `invalid_target`. */
export function assertGrantedResource(text: string | undefined, granted: string): void {
  if (text === undefined) return;
  const indicated = parseResource(text);
  if (indicated !== null && indicated !== granted) throw invalidTarget('the resource is not the one that was granted');
}
