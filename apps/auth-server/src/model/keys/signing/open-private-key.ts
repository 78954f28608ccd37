import { type KeyObject, createPrivateKey } from 'node:crypto';
import { StartError } from '../../../platform/config/settings-error';
import type { NewSigningKey } from './new-signing-key';
import { unseal } from '../sealing';

/** Unseals and parses a private key: expensive, so once for each. */
export function openPrivateKey({ kid, sealedPrivateKey }: NewSigningKey, sealing: KeyObject): KeyObject {
  try {
    return createPrivateKey({ key: unseal(sealedPrivateKey, sealing, kid), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new StartError('the signing key cannot be unsealed: the master key is not the one it was sealed with', {
      cause,
      help: 'master-key-wrong',
    });
  }
}
