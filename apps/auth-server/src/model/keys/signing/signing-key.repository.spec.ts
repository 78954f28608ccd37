import { ENGINES } from '../../../../test/engines';
import { isUniqueViolation } from '../../../platform/database/database-error';
import type { Database } from '../../../platform/database/open-database';
import { all } from '../../../platform/database/sql';
import type { KeyChain } from '../../../protocol/signing/key-chain';
import { announcedKey, followingKey, nextKey } from '../../../protocol/signing/key-schedule';
import type { NewSigningKey } from './new-signing-key';
import { SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const POLICY: KeyChain = { purpose: 'access_token', alg: 'ES256', rotation: 1000, announce: 400, retire: 60 };
const SIGNER = { chain: POLICY, ttl: 60, now: NOW };

const made = (kid: string): NewSigningKey => ({
  kid,
  alg: 'ES256',
  publicJwk: `{"kid":"${kid}"}`,
  sealedPrivateKey: 's',
});
const byNeed = (keys: readonly StoredSigningKey[]) => nextKey(keys, POLICY, NOW);

describe.each(ENGINES)('the signing keys on $engine', ({ open }) => {
  let database: Database;
  let keys: SigningKeyRepository;

  beforeEach(async () => {
    database = await open();
    keys = new SigningKeyRepository(database.units);
  });
  afterEach(() => database.destroy());

  const events = async () => {
    const rows = await database.units.read(() => all<{ kind: string }>('SELECT kind FROM events ORDER BY id'));
    return rows.map(({ kind }) => kind);
  };
  const replace = (key: NewSigningKey, now: number) =>
    keys.replaceCompromised([{ key, signer: { chain: POLICY, ttl: 60, now } }], now);
  const version = () => database.changes.versionOf('keys');

  it('are kept as they were made, and come back with their times', async () => {
    expect(await keys.add(made('one'), byNeed, SIGNER)).toBe(true);
    const times = { createdAt: NOW, signsFrom: NOW, signsUntil: NOW + HOUR, longestTokenTtl: 60, compromisedAt: null };
    expect(await keys.findAll()).toEqual([{ ...made('one'), purpose: 'access_token', sequence: 1, ...times }]);
    expect(await events()).toEqual(['key.announced']);
  });

  it('are made by one of many at the same moment', async () => {
    const kids = Array.from({ length: 8 }, (_, at) => `key ${at}`);
    const before = await version();
    const outcomes = await Promise.all(kids.map((kid) => keys.add(made(kid), byNeed, SIGNER)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await keys.findAll()).toHaveLength(1);
    expect(await events()).toEqual(['key.announced']);
    expect(await version()).not.toBe(before);

    const early = (all: readonly StoredSigningKey[]) =>
      announcedKey(all, POLICY, NOW) ? null : followingKey(all, POLICY, NOW);
    const rotated = await Promise.all(kids.map((kid) => keys.add(made(`next ${kid}`), early, SIGNER)));
    expect(rotated.filter(Boolean)).toHaveLength(1);
    expect((await keys.findAll()).map(({ sequence }) => sequence).sort()).toEqual([1, 2]);
  });

  it('of one algorithm have one of each sequence, whoever writes', async () => {
    await keys.add(made('one'), byNeed, SIGNER);
    const again = { alg: 'ES256', sequence: 1, signsFrom: NOW, signsUntil: NOW };
    expect(await keys.add(made('two'), () => again, SIGNER).catch(isUniqueViolation)).toBe(true);
    expect(await keys.add(made('one'), byNeed, SIGNER)).toBe(false);
    expect(await keys.findAll()).toHaveLength(1);
  });

  it('say in advance how long they are used, and only ever more', async () => {
    await keys.add(made('one'), byNeed, SIGNER);
    const stored = async (ttl: number, now: number) => {
      await keys.use({ chain: POLICY, ttl, now });
      const [key] = await keys.findAll();
      return [key!.signsUntil - NOW, key!.longestTokenTtl];
    };
    expect(await stored(60, NOW + HOUR / 2)).toEqual([HOUR, 60]);
    expect(await stored(60, NOW + HOUR / 2 + 1)).toEqual([1.5 * HOUR + 1, 60]);
    expect(await stored(90, NOW)).toEqual([1.5 * HOUR + 1, 90]);
    expect(await stored(30, NOW + 2 * HOUR)).toEqual([3 * HOUR, 90]);
  });

  it('are all compromised at once, but for the one that follows', async () => {
    await keys.add(made('one'), byNeed, SIGNER);
    await keys.add(made('two'), (all) => followingKey(all, POLICY, NOW), SIGNER);
    const before = await version();
    const gone = await replace(made('three'), NOW + 1);
    expect(gone.map(({ kid }) => kid).sort()).toEqual(['one', 'two']);
    const left = await keys.findAll();
    expect(left.map(({ kid, compromisedAt }) => [kid, compromisedAt]).sort()).toEqual([
      ['one', NOW + 1],
      ['three', null],
      ['two', NOW + 1],
    ]);
    expect(left.find(({ kid }) => kid === 'three')).toMatchObject({ sequence: 3, signsFrom: NOW + 1 });
    expect((await events()).slice(2)).toEqual(['key.compromised', 'key.announced']);
    expect(await version()).not.toBe(before);

    const later = await replace(made('four'), NOW + 2);
    expect(later.map(({ kid }) => kid)).toEqual(['three']);
    const marks = (await keys.findAll()).map(({ compromisedAt }) => compromisedAt);
    expect(marks.filter((at) => at === NOW + 1)).toHaveLength(2);
  });

  it('go when nobody needs them any more', async () => {
    await keys.add(made('one'), byNeed, SIGNER);
    await keys.add(made('two'), (all) => followingKey(all, POLICY, NOW), SIGNER);
    await keys.use({ chain: POLICY, ttl: 60, now: NOW + 2 * HOUR });
    expect(await keys.drop(POLICY, NOW + HOUR + 119_999)).toEqual([]);
    expect(await keys.drop(POLICY, NOW + HOUR + 120_000)).toEqual(['one']);
    expect((await keys.findAll()).map(({ kid }) => kid)).toEqual(['two']);
  });

  it('are published once they are compromised, of access tokens alone, and each once', async () => {
    const ofIdTokens = { ...POLICY, purpose: 'id_token', alg: 'RS256' } as const;
    await keys.add(made('one'), byNeed, SIGNER);
    await keys.add(made('of ID tokens'), () => followingKey([], ofIdTokens, NOW), { ...SIGNER, chain: ofIdTokens });
    await replace(made('two'), NOW + 1);
    await replace(made('three'), NOW + 2);
    const published = 'SELECT kind, subject, at, expires_at > at AS lasts FROM revocations ORDER BY version';
    const entries = await database.units.read(() => all<{ at: string | number }>(published));
    expect(entries.map((entry) => ({ ...entry, at: Number(entry.at) }))).toMatchObject([
      { kind: 'key', subject: 'one', at: NOW + 1 },
      { kind: 'key', subject: 'two', at: NOW + 2 },
    ]);
  });
});
