import type { KeyObject } from 'node:crypto';
import { StartError } from '../../platform/config/settings-error';
import { type Unit, all, announce, run } from '../../platform/database/sql';
import { recordEvent } from '../../platform/events/events';
import { KEY_LABEL, checkValueOf, deriveKey } from './master-key';
import { seal, unseal } from './sealing';

const SELECT = 'SELECT kid, sealed_private_key AS sealed FROM signing_keys';
const RESEAL = 'UPDATE signing_keys SET sealed_private_key = ? WHERE kid = ?';
const REPLACE = 'UPDATE master_key_checks SET value = ?, since = ? WHERE id = 1';

/** Seals all private keys under the next master key and stores its check value. @returns the number of keys. */
export function* reseal({ present, next }: { present: Buffer; next: Buffer }, now: number): Unit<number> {
  const [from, to] = [present, next].map((key) => deriveKey(key, KEY_LABEL.sealing)) as [KeyObject, KeyObject];
  const keys = yield* all<{ kid: string; sealed: string }>(SELECT);
  for (const { kid, sealed } of keys) yield* run(RESEAL, seal(opened(kid, sealed, from), to, kid), kid);
  yield* run(REPLACE, checkValueOf(next), now);
  yield* recordEvent({ at: now, kind: 'master_key.replaced' });
  yield* announce('keys');
  return keys.length;
}

function opened(kid: string, sealed: string, sealing: KeyObject): Buffer {
  try {
    return unseal(sealed, sealing, kid);
  } catch (cause) {
    throw new StartError(`the signing key ${kid} cannot be unsealed: nothing was changed`, {
      cause,
      help: 'signing-key-cannot-be-unsealed',
    });
  }
}
