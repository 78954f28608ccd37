export interface UnverifiedJwt {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
}

/**
 * A compact JWS (RFC 7515 §7.1) of a JSON object. No extension is understood, so `crit` is refused (§4.1.11); `b64` has
 * no place in a JWT (RFC 7797 §7).
 *
 * @returns `null` for other texts.
 */
export function readUnverifiedJwt(text: string): UnverifiedJwt | null {
  const parts = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(text);
  const [header, claims] = [readObject(parts?.[1] ?? ''), readObject(parts?.[2] ?? '')];
  return header === null || claims === null || header.crit !== undefined ? null : { header, claims };
}

/** `typ` without what does not distinguish it: case, and a leading `application/` (RFC 7515 §4.1.9). */
export const typeOf = ({ typ }: UnverifiedJwt['header']): unknown =>
  typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;

/** Whether `aud` names known servers alone (RFC 7519 §4.1.3: one, or a list). */
export function isAudience(aud: unknown, known: readonly string[]): boolean {
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return named.length > 0 && named.every((one) => known.some((name) => name === one));
}

/** Canonical base64url (RFC 7515 §2, §5.2): a lenient decoder accepts many texts as one token. */
export function isCompactJws(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function readObject(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
