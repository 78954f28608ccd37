import type { Settings } from '../../config/settings';
import { checkValueOf } from '../../keys/master-key';
import { finishReplacement, nextFileIn, openingKey, writeNextKey } from '../../keys/opening-key';
import { giveToOwner } from '../restore/swap-in';

export interface MasterKeys {
  present: Buffer;
  next: Buffer;
}

/** How many private keys were sealed again, and what has ended. */
export interface Replacement extends MasterKeys {
  resealed: number;
  ended: Map<string, number>;
}

/** The key of the database that keeps this check value, and the one that is to replace it: on the disk, or given. */
export function nextKeyOf(settings: Settings, value: string): MasterKeys {
  const { dataDir, newMasterKey } = settings;
  const present = openingKey(settings, value);
  if (newMasterKey !== null) return { present, next: newMasterKey };
  const next = writeNextKey(dataDir);
  giveToOwner(nextFileIn(dataDir), dataDir);
  return { present, next };
}

/** After the commit. If a crash prevents it, the next process that opens the database does it. */
export function putInPlace({ next }: MasterKeys, { masterKey, dataDir }: Settings): void {
  if (masterKey === null) finishReplacement(dataDir, checkValueOf(next));
}
