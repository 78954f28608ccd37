import { openFile } from '../../test/support/database';
import type { GatedDataSource } from '../database/gated-data-source';
import { SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

const key = (kid: string, alg: StoredSigningKey['alg']): StoredSigningKey => ({
  kid,
  alg,
  publicJwk: JSON.stringify({ kid }),
  sealedPrivateKey: 'sealed',
});

const OLD = key('old', 'ES256');
const NEW = key('new', 'EdDSA');
/** The longest life of a token by the old key, in milliseconds. */
const LONGEST = 100_000;
const RETIRED_AT = 5_000;
const FAR = 1e15;

describe('the signing keys', () => {
  let dataSource: GatedDataSource;
  let keys: SigningKeyRepository;

  beforeEach(async () => {
    dataSource = await openFile();
    keys = new SigningKeyRepository(dataSource.units);
    await keys.keep(OLD, 1_000);
    await keys.activate(OLD, LONGEST / 1_000, 1_000);
    await keys.keep(NEW, RETIRED_AT);
    await keys.activate(NEW, 50, RETIRED_AT);
  });
  afterEach(() => dataSource.destroy());

  const publicAt = async (now: number) => (await keys.publicJwks(now)).map((jwk) => (jwk as { kid: string }).kid);
  /** The old key is public up to a time, and then no more. */
  const expectPublicUntil = async (end: number) => {
    expect(await publicAt(end - 1)).toEqual(['new', 'old']);
    expect(await publicAt(end)).toEqual(['new']);
  };

  it('are public until the longest-lived token of each is over', async () => {
    await expectPublicUntil(RETIRED_AT + LONGEST);
    expect(await publicAt(FAR)).toEqual(['new']);
  });

  it('are public for longer where one that was retired signs still', async () => {
    await keys.postponeRetirement('old', RETIRED_AT + 20_000);
    await expectPublicUntil(RETIRED_AT + 20_000 + LONGEST);
    await keys.postponeRetirement('old', RETIRED_AT + 30_000);
    await expectPublicUntil(RETIRED_AT + 30_000 + LONGEST);
  });

  it('are never public for less', async () => {
    await keys.postponeRetirement('old', RETIRED_AT - 1_000);
    await expectPublicUntil(RETIRED_AT + LONGEST);
  });

  it('stay retired when it is postponed, and active ones active', async () => {
    await keys.postponeRetirement('old', RETIRED_AT + 20_000);
    await keys.postponeRetirement('new', RETIRED_AT + 20_000);
    await keys.postponeRetirement('unknown', RETIRED_AT + 20_000);
    expect(await keys.findActive('ES256')).toBeUndefined();
    expect(await keys.findActive('EdDSA')).toEqual(NEW);
    expect(await publicAt(FAR)).toEqual(['new']);
  });
});
