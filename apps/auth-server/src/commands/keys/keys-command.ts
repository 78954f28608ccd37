import type { Clock } from '../../config/clock';
import type { Settings, SigningAlgorithm } from '../../config/settings';
import { StartError } from '../../config/settings-error';
import { nameOf } from '../../database/open-database';
import type { Units } from '../../database/units';
import { type KeyChain, type KeyPurpose, chainsOf, keysOf } from '../../protocol/signing/key-chain';
import { announcedKey, followingKey, newestFirst, signingKey } from '../../protocol/signing/key-schedule';
import { accessTokenChain, tokenTtlOf } from '../../keys/chain-settings';
import { DerivedKeys } from '../../keys/derived-keys';
import { describeKey, timeOf } from './key-description';
import type { KeysCommandLine } from './keys-command-line';
import { type NewSigningKey, newSigningKey } from '../../keys/new-signing-key';
import { type Signer, SigningKeyRepository, type StoredSigningKey } from '../../keys/signing-key.repository';

/** Manages the signing keys for the operator; servers may be running. */
export class KeysCommand {
  private readonly keys: SigningKeyRepository;
  private readonly accessTokens: KeyChain;

  constructor(
    private readonly settings: Settings,
    private readonly units: Units,
    private readonly clock: Clock,
  ) {
    this.keys = new SigningKeyRepository(units);
    this.accessTokens = accessTokenChain(settings);
  }

  /**
   * @returns the text to print.
   * @throws StartError.
   */
  run(line: Exclude<KeysCommandLine, 'replace-master-key'>): Promise<string> {
    switch (line) {
      case 'list':
        return this.list();
      case 'rotate':
        return this.rotate();
      case 'rotate --compromised':
        return this.replaceCompromised();
    }
  }

  private async list(): Promise<string> {
    const keys = await this.getAll();
    const now = this.clock.now();
    return keys.map((key) => describeKey(key, keys, this.accessTokens, now)).join('\n');
  }

  private async rotate(): Promise<string> {
    const lines = [];
    for (const chain of await this.livingChains()) lines.push(await this.rotateChain(chain));
    return lines.join('\n');
  }

  private async rotateChain(chain: KeyChain): Promise<string> {
    const key = await this.newKey(chain);
    const now = this.clock.now();
    const isKept = await this.keys.add(
      key,
      (keys) => (announcedKey(keys, chain, now) === undefined ? followingKey(keys, chain, now) : null),
      this.signerOf(chain, now),
    );
    const keys = keysOf(await this.getAll(), chain);
    const next = isKept ? keys.find(({ kid }) => kid === key.kid) : announcedKey(keys, chain, now);
    if (next === undefined) throw new StartError('the keys were changed at this moment; see npm run keys -- list');
    const announced = isKept ? 'is announced' : 'is announced already';
    return `the ${nameOfKey(next)} ${announced}: it signs from ${timeOf(next.signsFrom)} on`;
  }

  private async replaceCompromised(): Promise<string> {
    const chains = await this.livingChains();
    const keys = await Promise.all(chains.map((chain) => this.newKey(chain)));
    const now = this.clock.now();
    const replacements = chains.map((chain, at) => ({ key: keys[at]!, signer: this.signerOf(chain, now) }));
    const gone = await this.keys.replaceCompromised(replacements, now);
    return [
      ...gone.map((key) => `the ${nameOfKey(key)} signs no more and is not in the JWKS any more`),
      ...replacements.map(({ key, signer }) => `the ${nameOfKey({ ...key, ...signer.chain })} signs from now on`),
      CONSEQUENCES,
    ].join('\n');
  }

  /** @throws StartError when the database has no chain of ACCESS_TOKEN_ALG. */
  private async livingChains(): Promise<KeyChain[]> {
    const keys = await this.getAll();
    const { alg } = this.accessTokens;
    const algs = [...new Set(keys.filter(({ purpose }) => purpose === 'access_token').map((key) => key.alg))];
    if (!algs.some((known) => known === alg))
      throw new StartError(
        `no ${alg} key is here, only ${algs.join(' and ')}: set ACCESS_TOKEN_ALG as the server has it`,
      );
    const now = this.clock.now();
    return chainsOf(keys, this.accessTokens).filter(
      (chain) => chain.purpose === 'access_token' || signingKey(keysOf(keys, chain), chain, now) !== undefined,
    );
  }

  private async newKey({ alg }: KeyChain): Promise<NewSigningKey> {
    return newSigningKey(alg as SigningAlgorithm, (await DerivedKeys.load(this.settings, this.units)).sealing);
  }

  private async getAll(): Promise<StoredSigningKey[]> {
    const keys = await this.keys.findAll();
    if (keys.length > 0) return keys.sort(newestFirst);
    const database = nameOf(this.settings.database);
    throw new StartError(`there is no key in ${database} yet: the server makes the first one when it starts`);
  }

  private signerOf(chain: KeyChain, now: number): Signer {
    return { chain, ttl: tokenTtlOf(chain, this.settings), now };
  }
}

const nameOfKey = ({ alg, kid, purpose }: { alg: string; kid: string; purpose: KeyPurpose }) =>
  `${alg} key ${kid}${purpose === 'id_token' ? ' for ID tokens' : ''}`;

const CONSEQUENCES = `
A service refuses access tokens signed before once it has read the JWKS again; clients get new ones by their
refresh tokens, which stay valid. A service that honours the JWKS' max-age reads it within 5 minutes, and may refuse
tokens of the new key until then. @consentry/guard reads it at the first token of the new key; without one, within
10 minutes of calls, or at the first call after 20. A restarted service reads it at once.`;
