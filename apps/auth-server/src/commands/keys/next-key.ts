import type { Settings } from '../../platform/config/settings';
import { checkValueOf } from '../../model/keys/master-key';
import { finishReplacement, nextFileIn, openingKey, writeNextKey } from '../../model/keys/opening-key';
import { giveToOwner } from '../restore/swap-in';

export interface MasterKeys {
  present: Buffer;
  next: Buffer;
}

/** With the numbers of resealed private keys, and of ended rows. */
export interface Replacement extends MasterKeys {
  resealed: number;
  ended: Map<string, number>;
}

/** The master key of this check value, and the next one: NEW_MASTER_KEY, or a random one written to DATA_DIR. */
export function nextKeyOf(settings: Settings, value: string): MasterKeys {
  const { dataDir, newMasterKey } = settings;
  const present = openingKey(settings, value);
  if (newMasterKey !== null) return { present, next: newMasterKey };
  const next = writeNextKey(dataDir);
  giveToOwner(nextFileIn(dataDir), dataDir);
  return { present, next };
}

/** Renames the next key file, after the commit; after a crash the next process that opens the database does. */
export function putInPlace({ next }: MasterKeys, { masterKey, dataDir }: Settings): void {
  if (masterKey === null) finishReplacement(dataDir, checkValueOf(next));
}
