import { randomInt } from 'node:crypto';
import { hashToken } from '../token/opaque-secret';

/** No vowels, so that codes spell no words, and no lookalikes (RFC 8628 §6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** 34 bits. */
const LENGTH = 8;

/** `XXXX-XXXX`. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return formatUserCode(letters.join(''));
}

/** Ignores case and separators; `null` if it is no user code. */
export function parseUserCode(text: string): string | null {
  const letters = text.replace(/[\s\p{P}]/gu, '');
  if (!/^[A-Za-z]+$/.test(letters) || letters.length !== LENGTH) return null;
  const code = letters.toUpperCase();
  return [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

export const formatUserCode = (letters: string) => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;

/** Short enough to guess from a copy of the database, but it redeems nothing, and deciding needs a sign-in. */
export const hashUserCode = (letters: string) => hashToken(`user_code ${letters}`);
