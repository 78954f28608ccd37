import { BearerFault } from './bearer-fault.ts';

/** A request: Express' is Node's own, Fastify's has Node's in `raw`. */
export interface HeaderSource {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly rawHeaders?: unknown;
  readonly raw?: { readonly rawHeaders?: unknown };
}

/**
 * The one `Authorization` header of a request, or undefined.
 * Throws `invalid_request` when there are several (RFC 9110 §5.3; RFC 6750 §3.1), or when that of a message is no text.
 */
export function authorizationOf(request: HeaderSource): string | undefined {
  const value = onlyHeader('authorization', request, () =>
    BearerFault.malformedRequest('more than one Authorization header'),
  );
  if (value !== undefined && typeof value !== 'string')
    throw BearerFault.malformedRequest('it must have a scheme and one token');
  return value;
}

/** The one `DPoP` header, or undefined. Throws `invalid_dpop_proof` when there are several (RFC 9449 §4.3). */
export function proofOf(request: HeaderSource): string | undefined {
  const value = onlyHeader('dpop', request, () => BearerFault.invalidProof('more than one DPoP header'));
  return typeof value === 'string' ? value : undefined;
}

function onlyHeader(name: 'authorization' | 'dpop', request: HeaderSource, several: () => Error): unknown {
  // Node keeps the first or joins them by commas: only the raw list shows repetitions.
  const sent = countOf(name, request.rawHeaders ?? request.raw?.rawHeaders);
  const value = request.headers?.[name];
  if (sent > 1 || Array.isArray(value)) throw several();
  return value ?? undefined;
}

/** Raw headers alternate names and values. */
function countOf(name: string, rawHeaders: unknown): number {
  if (!Array.isArray(rawHeaders)) return 0;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text: unknown = rawHeaders[at];
    if (typeof text === 'string' && text.length === name.length && text.toLowerCase() === name) count++;
  }
  return count;
}
