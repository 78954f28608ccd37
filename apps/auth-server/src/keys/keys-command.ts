import type { Clock } from '../config/clock';
import type { Settings } from '../config/settings';
import { StartError } from '../config/settings-error';
import { nameOf } from '../database/open-database';
import type { Units } from '../database/units';
import { type KeyPolicy, announcedKey, followingKey, newestFirst } from '../protocol/key-schedule';
import { DerivedKeys } from './derived-keys';
import { describeKey } from './key-description';
import type { KeysCommandLine } from './keys-command-line';
import { type NewSigningKey, newSigningKey } from './new-signing-key';
import { SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

/** The signing keys as their operator manages them, beside servers that follow their schedule meanwhile. */
export class KeysCommand {
  private readonly keys: SigningKeyRepository;
  private readonly policy: KeyPolicy;

  constructor(
    private readonly settings: Settings,
    private readonly units: Units,
    private readonly clock: Clock,
  ) {
    this.keys = new SigningKeyRepository(units);
    this.policy = { alg: settings.accessTokenAlg, ...settings.keys };
  }

  /**
   * @returns what was found or done.
   * @throws StartError.
   */
  run(line: KeysCommandLine): Promise<string> {
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
    return keys.map((key) => describeKey(key, keys, this.policy, now)).join('\n');
  }

  private async rotate(): Promise<string> {
    const key = await this.newKey();
    const now = this.clock.now();
    const { policy } = this;
    const isKept = await this.keys.add(
      key,
      (keys) => (announcedKey(keys, policy, now) === undefined ? followingKey(keys, policy, now) : null),
      this.signer(now),
    );
    const keys = await this.getAll();
    const next = isKept ? keys.find(({ kid }) => kid === key.kid) : announcedKey(keys, policy, now);
    if (next === undefined) throw new StartError('the keys were changed at this moment; see npm run keys -- list');
    const announced = isKept ? 'is announced' : 'is announced already';
    return `the ${next.alg} key ${next.kid} ${announced}: it signs from ${timeOf(next.signsFrom)} on`;
  }

  private async replaceCompromised(): Promise<string> {
    const key = await this.newKey();
    const gone = await this.keys.replaceCompromised(key, this.policy, this.signer(this.clock.now()));
    return [
      ...gone.map(({ alg, kid }) => `the ${alg} key ${kid} signs no more and is not in the JWKS any more`),
      `the ${key.alg} key ${key.kid} signs from now on`,
      CONSEQUENCES,
    ].join('\n');
  }

  /** @throws StartError where it would be of no use. */
  private async newKey(): Promise<NewSigningKey> {
    const algs = [...new Set((await this.getAll()).map(({ alg }) => alg))];
    const { accessTokenAlg: alg } = this.settings;
    if (!algs.includes(alg))
      throw new StartError(
        `no ${alg} key is here, only ${algs.join(' and ')}: set ACCESS_TOKEN_ALG as the server has it`,
      );
    return newSigningKey(alg, (await DerivedKeys.load(this.settings, this.units)).sealing);
  }

  private async getAll(): Promise<StoredSigningKey[]> {
    const keys = await this.keys.findAll();
    if (keys.length > 0) return keys.sort(newestFirst);
    const database = nameOf(this.settings.database);
    throw new StartError(`there is no key in ${database} yet: the server makes the first one when it starts`);
  }

  private signer(now: number) {
    return { ttl: this.settings.ttl.accessToken, now };
  }
}

const timeOf = (time: number) => new Date(time).toISOString();

const CONSEQUENCES = `
Access tokens signed before are worth nothing as soon as a service has read the JWKS again; clients get new ones by
their refresh tokens, which are not affected. A service that honours the JWKS' max-age has read it in 5 minutes, and
may refuse the new key's tokens until then. One with @consentry/guard reads it when it first sees a token of the new
key; where it sees none, within 10 minutes of calls, or at the first call after 20. A restart makes a service read it.`;
