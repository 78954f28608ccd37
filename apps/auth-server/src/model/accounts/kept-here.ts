import { type Unit, get } from '../../platform/database/sql';
import { invalidFields } from '../../platform/http/answers/problem';

const SELECT_ELSEWHERE = 'SELECT 1 FROM accounts WHERE id = ? AND issuer IS NOT NULL';

/**
 * Refuses to write it for an account of a trusted issuer, which would outlive what the issuer says of it by an email or
 * password of its own.
 *
 * @throws Problem 400.
 */
export function* assertKeptHere(field: 'email' | 'password', accountId: string): Unit<void> {
  if ((yield* get(SELECT_ELSEWHERE, accountId)) !== undefined) throw keptElsewhere(field);
}

const keptElsewhere = (field: 'email' | 'password') =>
  invalidFields([{ field, detail: 'is not kept here: this account signs in at another issuer' }]);
