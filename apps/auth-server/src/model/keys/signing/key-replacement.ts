import type { Clock } from '../../../platform/config/clock';
import type { Settings, SigningAlgorithm } from '../../../platform/config/settings';
import type { Actor } from '../../../platform/events/events';
import { type KeyChain, chainsOf, keysOf } from '../../../protocol/signing/key-chain';
import { announcedKey, followingKey, newestFirst, signingKey } from '../../../protocol/signing/key-schedule';
import { accessTokenChain, tokenTtlOf } from './chain-settings';
import type { DerivedKeys } from '../derived-keys';
import { type KeyLife, lifeOf } from './key-life';
import { type NewSigningKey, newSigningKey } from './new-signing-key';
import { type Signer, type SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

export interface Announced {
  key: StoredSigningKey;
  /** Whether this call announced it. */
  isNew: boolean;
}

/** Ahead of the schedule: for the operator's command and for administrators. Other processes may run. */
export class KeyReplacement {
  private readonly accessTokens: KeyChain;

  /** @param derive loads the master key: what only reads needs none. */
  constructor(
    private readonly keys: SigningKeyRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly derive: () => Promise<Pick<DerivedKeys, 'sealing'>>,
  ) {
    this.accessTokens = accessTokenChain(settings);
  }

  /** The newest first. */
  async list(): Promise<KeyLife[]> {
    const keys = await this.findAll();
    const now = this.clock.now();
    return keys.map((key) => lifeOf(key, keys, this.accessTokens, now));
  }

  /** Announces the next key of each chain, unless one is announced already. */
  async rotate(by: Actor): Promise<Announced[]> {
    const announced: Announced[] = [];
    for (const chain of await this.livingChains()) {
      const next = await this.rotateChain(chain, by);
      if (next !== undefined) announced.push(next);
    }
    return announced;
  }

  /** Removes all keys from signing and from the JWKS; new ones sign at once. @returns those that are gone, and the new ones. */
  async replaceCompromised(by: Actor): Promise<{ gone: StoredSigningKey[]; made: Pick<StoredSigningKey, Named>[] }> {
    const chains = await this.livingChains();
    const keys = await Promise.all(chains.map((chain) => this.newKey(chain)));
    const now = this.clock.now();
    const replacements = chains.map((chain, at) => ({ key: keys[at]!, signer: this.signerOf(chain, now, by) }));
    const gone = await this.keys.replaceCompromised(replacements, now, by);
    return { gone, made: replacements.map(({ key, signer }) => ({ ...key, purpose: signer.chain.purpose })) };
  }

  /** @returns `undefined` where another process has replaced the keys at this moment. */
  private async rotateChain(chain: KeyChain, by: Actor): Promise<Announced | undefined> {
    const made = await this.newKey(chain);
    const now = this.clock.now();
    const isNew = await this.keys.add(
      made,
      (keys) => (announcedKey(keys, chain, now) === undefined ? followingKey(keys, chain, now) : null),
      this.signerOf(chain, now, by),
    );
    const keys = keysOf(await this.findAll(), chain);
    const key = isNew ? keys.find(({ kid }) => kid === made.kid) : announcedKey(keys, chain, now);
    return key && { key, isNew };
  }

  /** That of access tokens, and those of ID tokens that are in use. */
  private async livingChains(): Promise<KeyChain[]> {
    const keys = await this.findAll();
    const now = this.clock.now();
    return chainsOf(keys, this.accessTokens).filter(
      (chain) => chain.purpose === 'access_token' || signingKey(keysOf(keys, chain), chain, now) !== undefined,
    );
  }

  private async findAll(): Promise<StoredSigningKey[]> {
    return (await this.keys.findAll()).sort(newestFirst);
  }

  private async newKey({ alg }: KeyChain): Promise<NewSigningKey> {
    return newSigningKey(alg as SigningAlgorithm, (await this.derive()).sealing);
  }

  private signerOf(chain: KeyChain, now: number, by: Actor): Signer {
    return { chain, ttl: tokenTtlOf(chain, this.settings), now, by };
  }
}

type Named = 'kid' | 'alg' | 'purpose';
