import type { KeyObject } from 'node:crypto';
import type { Settings } from '../../platform/config/settings';
import { type Unit, get, run } from '../../platform/database/sql';
import type { Units } from '../../platform/database/units';
import { KEY_LABEL, assertCheckValue, checkValueOf, deriveKey, loadMasterKeyFile } from './master-key';
import { openingKey } from './opening-key';

const SELECT = 'SELECT value FROM master_key_checks WHERE id = 1';
const INSERT = 'INSERT INTO master_key_checks (id, value, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING';

interface CheckValue {
  value: string;
}

/** The keys derived from the master key, each for one purpose. */
export class DerivedKeys {
  private constructor(
    readonly sealing: KeyObject,
    readonly refresh: KeyObject,
    readonly session: KeyObject,
    readonly dpopNonce: KeyObject,
    readonly code: KeyObject,
    readonly heldRequest: KeyObject,
    readonly signUp: KeyObject,
    readonly outcome: KeyObject,
    readonly knownBrowser: KeyObject,
    /** Stored in the database: tells whether a master key is the right one. */
    readonly checkValue: string,
  ) {}

  /** @throws StartError when the master key is missing, unreadable or another database's. */
  static async load(settings: Settings, units: Units, now: number): Promise<DerivedKeys> {
    // Read first: processes write the file before the check value, so a check value without a file means a lost key.
    const value = await findCheckValue(units);
    return DerivedKeys.of(value === null ? await firstKey(settings, units, now) : openingKey(settings, value));
  }

  private static of(key: Buffer): DerivedKeys {
    return new DerivedKeys(
      deriveKey(key, KEY_LABEL.sealing),
      deriveKey(key, KEY_LABEL.refresh),
      deriveKey(key, KEY_LABEL.session),
      deriveKey(key, KEY_LABEL.dpopNonce),
      deriveKey(key, KEY_LABEL.code),
      deriveKey(key, KEY_LABEL.heldRequest),
      deriveKey(key, KEY_LABEL.signUp),
      deriveKey(key, KEY_LABEL.outcome),
      deriveKey(key, KEY_LABEL.knownBrowser),
      checkValueOf(key),
    );
  }
}

/** @returns `null` before the first start. */
export const findCheckValue = async (units: Units) => (await units.get<CheckValue>(SELECT))?.value ?? null;

async function firstKey({ masterKey, dataDir }: Settings, units: Units, now: number): Promise<Buffer> {
  const key = masterKey ?? loadMasterKeyFile(dataDir, false);
  const { value } = await units.write(() => keep(checkValueOf(key), now));
  assertCheckValue(key, value);
  return key;
}

/** @returns the stored value: another process may have been first. */
function* keep(value: string, now: number): Unit<CheckValue> {
  yield* run(INSERT, value, now);
  return (yield* get<CheckValue>(SELECT)) ?? { value: '' };
}
