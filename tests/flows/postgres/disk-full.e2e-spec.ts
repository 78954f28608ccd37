import { join } from 'node:path';
import { Acknowledged } from '@consentry/test-support/server/acknowledged';
import { withDatabase } from '@consentry/test-support/server/engine';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { SmallDisk } from '../support/small-disk';
import { storedRows } from '@consentry/test-support/server/stored';
import { assertSentAway } from '@consentry/test-support/server/unavailable';
import {
  type Account,
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

/** More than fit on the existing pages. */
const CODES = 200;
const APPLICATIONS = 150;
const AT_ONCE = 8;

async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => work(from + n)))),
    );
  return done;
}

/** A database, and how to fill its disk. */
interface Room {
  url: string;
  fill: () => void | Promise<void>;
  free: () => void | Promise<void>;
}

async function roomOn(disk: SmallDisk, cluster: PostgresCluster): Promise<Room> {
  await queryPostgres(cluster.url, `CREATE TABLESPACE small LOCATION '${disk.path}'`);
  await queryPostgres(cluster.url, 'CREATE DATABASE auth TABLESPACE small');
  return { url: urlOf(cluster), fill: () => disk.fill(), free: () => disk.free() };
}

/** Without a small disk: a trigger on these tables raises PostgreSQL's error for a full disk. */
async function pretendedRoom(cluster: PostgresCluster): Promise<Room> {
  await queryPostgres(cluster.url, 'CREATE DATABASE auth');
  const url = urlOf(cluster);
  const each = async (statement: (table: string) => string) => {
    for (const table of ['refresh_families', 'clients']) await queryPostgres(url, statement(table));
  };
  const words = `RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';`;
  await queryPostgres(
    url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${words.replaceAll("'", "''")} END'`,
  );
  return {
    url,
    fill: () => each((table) => `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse()`),
    free: () => each((table) => `DROP TRIGGER full_disk ON ${table}`),
  };
}

const urlOf = ({ url }: PostgresCluster) => Object.assign(new URL(url), { pathname: 'auth' }).href;

const disks = { data: SmallDisk.make(48), wal: SmallDisk.make(48) };
afterAll(() => Promise.all([disks.data?.remove(), disks.wal?.remove()]));

const REAL = disks.data ? 'a real one' : 'PRETENDED, as this machine lets nobody mount a small disk';

describe(`a PostgreSQL whose disk is full (${REAL})`, () => {
  let cluster: PostgresCluster;
  let room: Room;
  let server: TestServer;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    cluster = await PostgresCluster.start();
    room = disks.data ? await roomOn(disks.data, cluster) : await pretendedRoom(cluster);
    server = await TestServer.start({ dataDir: withDatabase(freshDir(), room.url) });
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(async () => {
    await server.stop();
    await cluster.stop();
  });

  /** @returns which answers were 503; all others have the wanted status. */
  function sentAway(answers: Answer<unknown>[], success: number): number[] {
    const refused = answers.flatMap(({ status }, n) => (status === success ? [] : [n]));
    for (const n of refused) assertSentAway(answers[n]!);
    expect(refused.length).toBeGreaterThan(0);
    return refused;
  }

  it('is 503 to whoever needs room, is read on, has nothing half done, and serves when there is room', async () => {
    const { headers } = { headers: account.session };
    const codes = await inTurns(CODES, () => obtainCode(server, account, application));
    await room.fill();
    const exchanges = await inTurns(CODES, (n) => exchange(server, application, codes[n]!));
    const body = { name: 'New', redirect_uris: ['https://a.example'] };
    const registrations = await inTurns(APPLICATIONS, () =>
      call<Application>('POST', `${server.url}/api/applications`, { headers, body }),
    );
    const unspent = sentAway(exchanges, 200);
    sentAway(registrations, 201);
    for (const path of ['/api/session', '/health/ready', '/health/live'])
      expect((await call('GET', server.url + path, { headers })).status).toBe(200);

    await room.free();
    const later = await inTurns(CODES, (n) => exchange(server, application, codes[n]!));
    expect(later.flatMap(({ status }, n) => (status === 200 ? [n] : []))).toEqual(unspent);
    // If the code was spent before, this was its replay, which revokes the family.
    const tokens = unspent.map((n) => later[n]!.body.refresh_token);
    expect((await inTurns(tokens.length, (n) => refresh(server, tokens[n]!))).map(({ status }) => status)).toEqual(
      tokens.map(() => 200),
    );
    const { body: list } = await call<{ items: unknown[] }>('GET', `${server.url}/api/applications`, { headers });
    expect(list.items).toHaveLength(1 + registrations.filter(({ status }) => status === 201).length);
    const halfDone = 'SELECT hash FROM authorization_codes WHERE (redeemed_at IS NULL) <> (family_id IS NULL)';
    expect(await storedRows(server, halfDone)).toEqual([]);
    expect(server.output).not.toMatch(/"status":500/);
  }, 600_000);
});

/** A PostgreSQL that cannot write its log stops; without a real disk `database-killed` covers this. */
const onDisk = disks.wal ? it : it.skip;

describe('a PostgreSQL that stops as there is no room for its write-ahead log', () => {
  onDisk(
    'is 503, loses nothing acknowledged, and is used again once it runs again',
    async () => {
      const cluster = await PostgresCluster.start({ wal: join(disks.wal!.path, 'wal') });
      const server = await TestServer.start({ dataDir: withDatabase(freshDir(), cluster.url) });
      const account = await signUp(server);
      const client = new Acknowledged(account, await register(server, account));
      const end = async () => {
        disks.wal!.fill();
        // Fills further segments: the present one may have room for minutes.
        while (await queryPostgres(cluster.url, 'SELECT pg_switch_wal()').then(isOk, isGone));
      };
      (await client.useUntil(server, { callers: AT_ONCE, more: 50, end })).forEach(assertSentAway);
      assertSentAway(await call('GET', `${server.url}/health/ready`));
      expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);

      disks.wal!.free();
      await cluster.restart();
      while ((await call('GET', `${server.url}/health/ready`)).status !== 200);
      await client.assertNothingLost(server);
      await client.assertSpentAndKept(server);
      expect(cluster.log).toMatch(/PANIC.*No space left on device/);
      expect(server.output).not.toMatch(/"status":500/);
      expect(await server.stop()).toBe(0);
      await cluster.stop();
    },
    120_000,
  );
});

const isOk = () => true;
const isGone = () => false;
