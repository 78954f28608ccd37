import type { Settings } from '../../../platform/config/settings';
import { Problem } from '../../../platform/http/answers/problem';

/** @throws Problem 403 with `PASSWORDS=off`. */
export function assertPasswords({ passwords, signIn }: Pick<Settings, 'passwords' | 'signIn'>): void {
  if (!passwords)
    throw new Problem(403, `accounts have no password here: people sign in at ${signIn?.url ?? 'a provider'}`, {
      code: 'no_passwords',
    });
}
