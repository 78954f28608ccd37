import { SIGNED_INTROSPECTION } from '../token/introspection';

/** RFC 9110 §12.5.1; wildcards name nothing. */
export function prefersPage(accept: string | undefined): boolean {
  const html = qualityOf('text/html', accept);
  return html > 0 && html > qualityOf('application/json', accept);
}

/** RFC 9701 §4: named, and JSON with no higher quality. */
export function prefersSignedIntrospection(accept: string | undefined): boolean {
  const signed = qualityOf(SIGNED_INTROSPECTION, accept);
  return signed > 0 && signed >= qualityOf('application/json', accept);
}

/** RFC 9110 §12.5.3: the smaller of those that the client takes, whatever it prefers; `null`: neither. */
export function encodingFor(acceptEncoding: string | undefined): 'br' | 'gzip' | null {
  if (qualityOf('br', acceptEncoding) > 0) return 'br';
  return acceptsGzip(acceptEncoding) ? 'gzip' : null;
}

/** RFC 9110 §12.5.3 */
export const acceptsGzip = (acceptEncoding: string | undefined) => qualityOf('gzip', acceptEncoding) > 0;

function qualityOf(type: string, accept = ''): number {
  const qualities = accept
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([name]) => name === type)
    .map(([, ...parameters]) => parseQuality(parameters.find((parameter) => /^q\s*=/.test(parameter))));
  return Math.max(0, ...qualities);
}

function parseQuality(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const quality = Number(parameter.slice(parameter.indexOf('=') + 1));
  return Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0;
}
