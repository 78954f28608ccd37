import type { KeyObject } from 'node:crypto';
import type { Settings } from '../config/settings';
import { type Unit, get, run } from '../database/sql';
import type { Units } from '../database/units';
import { KEY_LABEL, assertCheckValue, checkValueOf, deriveKey, loadMasterKeyFile } from './master-key';

const SELECT = 'SELECT value FROM master_key_checks WHERE id = 1';
const INSERT = 'INSERT INTO master_key_checks (id, value) VALUES (1, ?) ON CONFLICT DO NOTHING';

interface CheckValue {
  value: string;
}

/** The keys that are derived from the master key, each for one purpose. */
export class DerivedKeys {
  private constructor(
    readonly sealing: KeyObject,
    readonly refresh: KeyObject,
    readonly session: KeyObject,
    readonly dpopNonce: KeyObject,
  ) {}

  /** @throws StartError when the master key is lost, unreadable or not this database's. */
  static async load({ masterKey, dataDir }: Settings, units: Units): Promise<DerivedKeys> {
    // Looked up first: a sibling writes the file before the check value, so a check value without a file is a loss.
    const found = await units.get<CheckValue>(SELECT);
    const key = masterKey ?? loadMasterKeyFile(dataDir, found !== undefined);
    const { value } = found ?? (await units.write(() => keep(checkValueOf(key))));
    assertCheckValue(key, value);
    return new DerivedKeys(
      deriveKey(key, KEY_LABEL.sealing),
      deriveKey(key, KEY_LABEL.refresh),
      deriveKey(key, KEY_LABEL.session),
      deriveKey(key, KEY_LABEL.dpopNonce),
    );
  }
}

/** @returns what is kept: a sibling may have been first. */
function* keep(value: string): Unit<CheckValue> {
  yield* run(INSERT, value);
  return (yield* get<CheckValue>(SELECT)) ?? { value: '' };
}
