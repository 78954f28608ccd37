import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { createSecretKey } from 'node:crypto';
import { ENGINES } from '../../../../test/engines';
import { SigningProcess, StillClock } from '../../../../test/key-rings';
import { readSettings } from '../../../platform/config/read-settings';
import { StartError } from '../../../platform/config/settings-error';
import type { Database } from '../../../platform/database/open-database';
import type { KeyChain } from '../../../protocol/signing/key-chain';
import { newSigningKey } from './new-signing-key';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);

describe.each(ENGINES)('the key ring on $engine', ({ open }) => {
  let database: Database;
  let clock: StillClock;

  beforeEach(async () => {
    database = await open();
    clock = new StillClock();
  });
  afterEach(() => database.destroy());

  const started = async (environment: Record<string, string> = {}) => {
    const process = new SigningProcess(database, clock, environment);
    await process.ring.maintain();
    return process;
  };
  const rows = () => new SigningProcess(database, clock).repository.findAll();

  it('signs at once with a first key, by which the JWKS verifies', async () => {
    const process = await started();
    const token = await process.issue();
    const jwks = createLocalJWKSet({ keys: await process.publicJwks() });
    const { protectedHeader } = await jwtVerify(token, jwks, { currentDate: new Date(clock.now()) });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: (await process.publicKids())[0] });
  });

  it('is one ring in all processes that start at once', async () => {
    const processes = await Promise.all([started(), started(), started()]);
    const kids = (await Promise.all(processes.map((process) => process.issue()))).map(kidOf);
    expect(new Set(kids).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('announces the next key a day before the 90 days are over, then signs with it, and drops the old one', async () => {
    const [one, other] = [await started(), await started()];
    const first = kidOf(await one.issue());
    clock.advance(89 * DAY - 1);
    expect(kidOf(await one.issue())).toBe(first);
    await Promise.all([one.ring.maintain(), other.ring.maintain()]);
    expect(await one.publicKids()).toEqual([first]);

    clock.advance(1);
    await Promise.all([one.ring.maintain(), other.ring.maintain()]);
    const [second, ...others] = await one.publicKids();
    expect(others).toEqual([first]);
    expect(await other.publicKids()).toEqual([second, first]);
    clock.advance(DAY - 1);
    expect(kidOf(await one.issue())).toBe(first);
    clock.advance(1);
    expect(kidOf(await one.issue())).toBe(second);
    expect(kidOf(await other.issue())).toBe(second);

    clock.advance(14 * DAY + 2 * HOUR);
    await one.ring.maintain();
    expect(await rows()).toHaveLength(2);
    clock.advance(5_000);
    await one.ring.maintain();
    expect(await other.publicKids()).toEqual([second]);
    expect((await rows()).map(({ kid }) => kid)).toEqual([second]);
  });

  it('is right after a jump: it announces what is overdue, and the old key signs meanwhile', async () => {
    const process = await started();
    const first = kidOf(await process.issue());
    clock.advance(500 * DAY);
    expect(kidOf(await process.issue())).toBe(first);
    await process.ring.maintain();
    expect(await process.publicKids()).toHaveLength(2);
    clock.advance(DAY - 1);
    expect(kidOf(await process.issue())).toBe(first);
    clock.advance(1);
    expect(kidOf(await process.issue())).not.toBe(first);
  });

  it('signs with nothing longer than its row says', async () => {
    const process = await started();
    for (let at = 0; at < 40; at += 1) {
      clock.advance(HOUR / 8);
      const kid = kidOf(await process.issue());
      const row = (await rows()).find((key) => key.kid === kid);
      expect(row?.signsUntil).toBeGreaterThan(clock.now());
    }
  });

  it('says again that it signs when half an hour is over, and keeps no token waiting for that before the last minute', async () => {
    const process = await started();
    const signsUntil = async () => (await rows()).map((row) => row.signsUntil - clock.now());
    await process.issue();
    clock.advance(HOUR - 60_000);
    await process.issue();
    expect(await signsUntil()).toEqual([60_000]);
    clock.advance(1);
    await process.issue();
    expect(await signsUntil()).toEqual([HOUR]);

    clock.advance(HOUR / 2);
    await process.ring.maintain();
    expect(await signsUntil()).toEqual([HOUR / 2]);
    clock.advance(1);
    await process.ring.maintain();
    expect(await signsUntil()).toEqual([HOUR]);
  });

  it('remembers the longest life of a token before it signs one', async () => {
    await (await started({ ACCESS_TOKEN_TTL: '60' })).issue();
    await (await started({ ACCESS_TOKEN_TTL: '600' })).issue();
    await (await started({ ACCESS_TOKEN_TTL: '6' })).issue();
    expect((await rows()).map(({ longestTokenTtl }) => longestTokenTtl)).toEqual([600]);
  });

  it('announces a key of another algorithm, and signs with the old one until services know it', async () => {
    const before = await started();
    const first = kidOf(await before.issue());
    const after = await started({ ACCESS_TOKEN_ALG: 'EdDSA' });
    expect(kidOf(await after.issue())).toBe(first);
    clock.advance(DAY);
    const token = await after.issue();
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA');
    expect(kidOf(await before.issue())).toBe(first);
    expect(await before.publicKids()).toEqual([kidOf(token), first]);
  });

  it('goes back to the algorithm before at once, with the same key, as services know it still', async () => {
    const first = kidOf(await (await started()).issue());
    const meanwhile = await started({ ACCESS_TOKEN_ALG: 'EdDSA' });
    clock.advance(2 * DAY);
    expect(kidOf(await meanwhile.issue())).not.toBe(first);
    expect(kidOf(await (await started()).issue())).toBe(first);
  });

  it('signs with no compromised key from that moment on, in every process', async () => {
    const [one, other] = [await started(), await started()];
    const first = kidOf(await one.issue());
    const replacement = await newSigningKey('ES256', createSecretKey(Buffer.alloc(32, 1)));
    const chain: KeyChain = { purpose: 'access_token', alg: 'ES256', ...readSettings({}).keys };
    const now = clock.now();
    const gone = await one.repository.replaceCompromised([{ key: replacement, signer: { chain, ttl: 60, now } }], now);
    expect(gone.map(({ kid }) => kid)).toEqual([first]);
    for (const process of [one, other]) {
      expect(kidOf(await process.issue())).toBe(replacement.kid);
      expect(await process.publicKids()).toEqual([replacement.kid]);
    }
  });

  it('makes a key by itself where all are compromised', async () => {
    const processes = [await started(), await started()];
    await database.units.run('UPDATE signing_keys SET compromised_at = ?', clock.now());
    clock.advance(10_000);
    const kids = (await Promise.all(processes.map((process) => process.issue()))).map(kidOf);
    expect(new Set(kids).size).toBe(1);
    expect((await rows()).map(({ kid, compromisedAt }) => [kid === kids[0], compromisedAt === null]).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('goes on for 20 seconds while the database does not answer', async () => {
    const process = await started();
    const kid = kidOf(await process.issue());
    const lost = await open();
    const cutOff = new SigningProcess(lost, clock);
    await cutOff.issue();
    await lost.destroy();
    clock.advance(19_999);
    expect(await cutOff.publicKids()).toEqual([kidOf(await cutOff.issue())]);
    clock.advance(1);
    await expect(cutOff.issue()).rejects.toThrow();
    await expect(cutOff.publicKids()).rejects.toThrow();
    await expect(cutOff.ring.maintain()).resolves.toBeUndefined();
    expect(kidOf(await process.issue())).toBe(kid);
  });

  describe('for ID tokens', () => {
    const algs = async (process: SigningProcess) => (await process.publicJwks()).map(({ alg }) => alg);

    it('has no key before one is asked for, then one in all processes, which the schedule follows', async () => {
      const processes = await Promise.all([started(), started(), started()]);
      expect(await processes[0].publicKids()).toHaveLength(1);
      const tokens = await Promise.all(processes.map((process) => process.issueIdToken('EdDSA')));
      const [first = '', ...others] = new Set(tokens.map(kidOf));
      expect(others).toEqual([]);
      for (const process of processes) expect(await algs(process)).toEqual(['ES256', 'EdDSA']);

      for (const days of [13, 13, 13, 13, 13, 13, 11]) {
        clock.advance(days * DAY);
        expect(kidOf(await processes[0].issueIdToken('EdDSA'))).toBe(first);
      }
      await processes[1].ring.maintain();
      expect(await algs(processes[2])).toEqual(['ES256', 'ES256', 'EdDSA', 'EdDSA']);
      clock.advance(DAY - 1);
      expect(kidOf(await processes[2].issueIdToken('EdDSA'))).toBe(first);
      clock.advance(1);
      expect(kidOf(await processes[2].issueIdToken('EdDSA'))).not.toBe(first);
    });

    it('signs by RS256, or by what a client registered, never with the key of access tokens', async () => {
      const process = await started();
      const [token, own] = [await process.issueIdToken(), await process.issueIdToken('ES256')];
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
      expect(decodeProtectedHeader(own).alg).toBe('ES256');
      expect(kidOf(own)).not.toBe(kidOf(await process.issue()));
      expect(await algs(process)).toEqual(['ES256', 'ES256', 'RS256']);
      expect(await process.ring.publicJwks('id_token')).toMatchObject([{ kid: kidOf(own) }, { kid: kidOf(token) }]);
    }, 30_000);

    it('says again that it signs where one is asked for, and keeps none waiting for that before the last minute', async () => {
      const process = await started();
      const signsUntil = async () =>
        (await rows()).filter(({ purpose }) => purpose === 'id_token').map((row) => row.signsUntil - clock.now());
      await process.issueIdToken('ES256');
      clock.advance(HOUR - 60_000);
      await process.issueIdToken('ES256');
      expect(await signsUntil()).toEqual([60_000]);
      await process.prepareIdToken('ES256');
      expect(await signsUntil()).toEqual([HOUR]);
    });

    it('leaves access tokens of a new algorithm to the key that services know', async () => {
      const first = kidOf(await (await started()).issue());
      clock.advance(DAY);
      const after = await started({ ACCESS_TOKEN_ALG: 'EdDSA' });
      await after.issueIdToken('EdDSA');
      expect(kidOf(await after.issue())).toBe(first);
    });

    it('drops the keys that nobody uses, and begins again', async () => {
      const process = await started();
      const first = kidOf(await process.issueIdToken('ES256'));
      clock.advance(14 * DAY + 2 * HOUR);
      for (let look = 0; look < 2; look += 1) {
        await process.ring.maintain();
        clock.advance(5_000);
      }
      expect(await algs(process)).toEqual(['ES256']);
      expect(kidOf(await process.issueIdToken('ES256'))).not.toBe(first);
    });
  });

  it('does not start with another master key', async () => {
    await started();
    const { ring } = new SigningProcess(database, clock, {}, 2);
    await expect(ring.onModuleInit()).rejects.toThrow(StartError);
  });
});
