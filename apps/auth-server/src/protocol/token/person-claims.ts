import { isName, isShowable, showable } from '../text/showable-text';

/** The claims of a verified JWT of another issuer. */
export type Said = Readonly<Record<string, unknown>>;

/** The `authTime` where a provider tells none: it meets no demand, and no token repeats it (ADR 74). */
export const UNTOLD = 0;

const LONGEST_EMAIL = 254;

/** Databases store no lone surrogates, PostgreSQL no U+0000. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && sub.isWellFormed() && !sub.includes('\0');

export function nameOf(value: unknown): string | null {
  const name = showable(textOf(value) ?? '').trim();
  return isName(name) ? name : null;
}

/** Never shortened or cleaned: that could make it another account's address. */
export function emailOf(value: unknown): string | null {
  const isWhole = typeof value === 'string' && value.length <= LONGEST_EMAIL && isShowable(value);
  return isWhole && value !== '' ? value : null;
}

export const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 254).replaceAll('\0', '') : null;
