import { getSystemErrorMap } from 'node:util';

/** What the system says of a failure: in words, and by its code. */
export function spellSystemError(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  const [, words] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return words === undefined ? (code ?? 'unknown error') : `${words} (${code})`;
}
