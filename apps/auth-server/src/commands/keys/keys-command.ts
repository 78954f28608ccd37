import type { Clock } from '../../platform/config/clock';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { nameOf } from '../../platform/database/open-database';
import type { Units } from '../../platform/database/units';
import { DerivedKeys } from '../../model/keys/derived-keys';
import type { KeyLife } from '../../model/keys/signing/key-life';
import { KeyReplacement } from '../../model/keys/signing/key-replacement';
import { SigningKeyRepository } from '../../model/keys/signing/signing-key.repository';
import type { KeyPurpose } from '../../protocol/signing/key-chain';
import { describeKey, timeOf } from './key-description';

/** No HTTP call has an address for its events. */
const OPERATOR = { address: null };

/** Manages the signing keys for the operator; servers may be running. */
export class KeysCommand {
  private readonly keys: KeyReplacement;

  constructor(
    private readonly settings: Settings,
    units: Units,
    clock: Clock,
  ) {
    const derive = () => DerivedKeys.load(settings, units, clock.now());
    this.keys = new KeyReplacement(new SigningKeyRepository(units), settings, clock, derive);
  }

  async list(): Promise<string> {
    return (await this.getAll()).map(describeKey).join('\n');
  }

  async rotate(): Promise<string> {
    await this.assertChain();
    const announced = await this.keys.rotate(OPERATOR);
    if (announced.length === 0)
      throw new StartError('the keys were changed at the same time; see npm run keys -- list');
    return announced
      .map(({ key, isNew }) => {
        const is = isNew ? 'is announced' : 'is already announced';
        return `the ${nameOfKey(key)} ${is}: it signs from ${timeOf(key.signsFrom)}`;
      })
      .join('\n');
  }

  async replaceCompromised(): Promise<string> {
    await this.assertChain();
    const { gone, made } = await this.keys.replaceCompromised(OPERATOR);
    return [
      ...gone.map((key) => `the ${nameOfKey(key)} no longer signs and is no longer in the JWKS`),
      ...made.map((key) => `the ${nameOfKey(key)} signs from now on`),
      CONSEQUENCES,
    ].join('\n');
  }

  /** @throws StartError when the database has no key of ACCESS_TOKEN_ALG. */
  private async assertChain(): Promise<void> {
    const keys = await this.getAll();
    const { accessTokenAlg: alg } = this.settings;
    const algs = [...new Set(keys.filter(({ purpose }) => purpose === 'access_token').map((key) => key.alg))];
    if (!algs.includes(alg))
      throw new StartError(
        `there is no ${alg} key, only ${algs.join(' and ')}: set ACCESS_TOKEN_ALG as for the server`,
      );
  }

  private async getAll(): Promise<KeyLife[]> {
    const keys = await this.keys.list();
    if (keys.length > 0) return keys;
    const database = nameOf(this.settings.database);
    throw new StartError(`there is no key in ${database} yet: the server makes the first one when it starts`);
  }
}

const nameOfKey = ({ alg, kid, purpose }: { alg: string; kid: string; purpose: KeyPurpose }) =>
  `${alg} key ${kid}${purpose === 'id_token' ? ' for ID tokens' : ''}`;

const CONSEQUENCES = `
@consentry/guard refuses access tokens signed before within a second where it reads the revocations, and accepts no list
of revocations signed by the old key. Clients get new tokens by their refresh tokens, which stay valid. Another service
refuses them once it has read the JWKS again: one that honours the JWKS' max-age within 5 minutes, and it may refuse
tokens of the new key until then; a restarted one at once. A guard without the revocations reads the JWKS at the first
token of the new key; without one, within 10 minutes of calls, or at the first call after 20.`;
