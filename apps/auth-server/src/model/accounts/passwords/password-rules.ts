import { ValidateBy } from 'class-validator';
import { isCommonPassword } from './common-passwords';

const SHORTEST = 8;
const LONGEST = 256;

/** Characters of a password as typed: four of them may be one in NFKC. */
export const LONGEST_TYPED = 4 * LONGEST;

/** SP 800-63B-4 §3.1.1.2: keyboards and systems compose the same characters differently. */
export const normalizedPassword = (password: string) => password.normalize('NFKC');

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');

/** What holds for a new password of any account (SP 800-63B-4 §3.1.1.2). @returns `null` for a good one. */
export function passwordProblem(password: unknown): string | null {
  if (typeof password !== 'string') return 'must be a string';
  const { length } = [...normalizedPassword(password.slice(0, 2 * LONGEST_TYPED))];
  if (length < SHORTEST) return `must have at least ${SHORTEST} characters`;
  if (length > LONGEST) return `must have at most ${LONGEST} characters`;
  return isCommonPassword(folded(password)) ? 'is one of the most common passwords: choose another' : null;
}

/** Whether a password is the name or the email of its account, or the part before the @. */
export function isOfItsAccount(
  password: string,
  { name, emailKey }: { name: string | null; emailKey: string },
): boolean {
  const known = [name ?? '', emailKey, emailKey.replace(/@[^@]*$/, '')];
  return known.map(folded).includes(folded(password));
}

export const IsNewPassword = () =>
  ValidateBy({
    name: 'isNewPassword',
    validator: {
      validate: (value: unknown) => passwordProblem(value) === null,
      defaultMessage: (given) => `$property ${passwordProblem(given?.value)}`,
    },
  });
