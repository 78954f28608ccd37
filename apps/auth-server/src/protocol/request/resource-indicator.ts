import { invalidTarget } from '../oauth-error';

/**
 * RFC 8707 §2. An access token has one audience.
 *
 * @param text space-separated values.
 * @throws OAuthError `invalid_target`.
 */
export function parseResource(text: string | undefined): string | null {
  const [first, ...others] = new Set((text ?? '').split(' ').filter((value) => value !== ''));
  if (first === undefined) return null;
  if (others.length > 0) throw invalidTarget('name one resource: an access token has one audience');
  if (!URL.canParse(first) || first.includes('#'))
    throw invalidTarget('resource must be an absolute URI without fragment');
  return first;
}

/** RFC 8707 §2.2: a token request may repeat the resource. @throws OAuthError `invalid_target`. */
export function assertGrantedResource(text: string | undefined, granted: string): void {
  if (text === undefined) return;
  const indicated = parseResource(text);
  if (indicated !== null && indicated !== granted) throw invalidTarget('the resource is not the one that was granted');
}
