import { randomInt } from 'node:crypto';
import { hashToken } from '../token/opaque-secret';

/** No vowels, so that it spells no words, and nothing that looks like something else (RFC 8628 §6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** 20 to the power of 8: 34 bits. */
const LENGTH = 8;

/** A code that a person types: `XXXX-XXXX`. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return formatUserCode(letters.join(''));
}

/** Its letters, whatever their case and what stands between them; `null` where it cannot be a user code. */
export function parseUserCode(text: string): string | null {
  const letters = text.replace(/[\s\p{P}]/gu, '');
  if (!/^[A-Za-z]+$/.test(letters) || letters.length !== LENGTH) return null;
  const code = letters.toUpperCase();
  return [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

export const formatUserCode = (letters: string) => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;

/**
 * What the database keeps of its letters. Short as it is, who has a copy of the database can find it out; it redeems
 * nothing, and decides only by a sign-in.
 */
export const hashUserCode = (letters: string) => hashToken(`user_code ${letters}`);
