import Database from 'better-sqlite3';
import { join } from 'node:path';
import { TestServer, freshDir, freePort } from '../support/server';
import {
  type Account,
  type Application,
  call,
  decide,
  exchange,
  refresh,
  register,
  requestConsent,
  signUp,
  unique,
} from '../support/world';

const CYCLES = 20;
const LANES = 8;
/** Acknowledged refreshes after which the server is killed. */
const PER_CYCLE = 20;

/** A family as its client knows it. */
interface Family {
  /** The last refresh token that was acknowledged. */
  token: string;
  /** Whether that token was sent once more and no answer came. */
  inFlight: boolean;
}

/** What a client remembers over crashes: what was acknowledged, and what it does not know. */
class Memory {
  families: Family[] = [];
  readonly spentTokens: string[] = [];
  readonly spentCodes: string[] = [];
  /** Codes that were acknowledged and not yet sent. */
  unspentCodes: string[] = [];
  /** Codes that were sent and got no answer. */
  readonly unansweredCodes = new Set<string>();
  readonly applications: Application[] = [];
}

type Lane = (server: TestServer, account: Account, application: Application, memory: Memory) => Promise<void>;

/** From consent to tokens and their refreshes, again and again. */
const useTokens: Lane = async (server, account, application, memory) => {
  for (let turn = 0; ; turn += 1) {
    const { sessionID } = await requestConsent(server, account, application);
    const decision = await decide(server, account, sessionID);
    const code = new URL(decision.headers.get('location') ?? 'none:').searchParams.get('code')!;
    if (turn % 3 === 1) memory.unspentCodes.push(code);
    else {
      memory.unansweredCodes.add(code);
      const { status, body } = await exchange(server, application, code);
      if (status !== 200) throw new Error(`exchange: ${status}`);
      memory.unansweredCodes.delete(code);
      memory.spentCodes.push(code);
      const family = { token: body.refresh_token, inFlight: false };
      memory.families.push(family);
      for (let use = 0; use < 3; use += 1) await refreshOnce(server, family, memory);
    }
  }
};

async function refreshOnce(server: TestServer, family: Family, memory: Memory): Promise<void> {
  family.inFlight = true;
  const { status, body, text } = await refresh(server, family.token);
  if (status !== 200) throw new Error(`refresh: ${status} ${text}`);
  memory.spentTokens.push(family.token);
  Object.assign(family, { token: body.refresh_token, inFlight: false });
}

/** Makes applications. */
const useConsole: Lane = async (server, account, _application, memory) => {
  for (;;) memory.applications.push(await register(server, account, { name: unique() }));
};

async function crashUnderLoad(server: TestServer, account: Account, application: Application, memory: Memory) {
  const lanes = [...Array<Lane>(LANES - 1).fill(useTokens), useConsole];
  const before = memory.spentTokens.length;
  const failures: unknown[] = [];
  const running = Promise.all(
    lanes.map((lane) =>
      lane(server, account, application, memory).catch((error: unknown) => {
        // The server is gone. Anything else is a wrong answer.
        if (!/^(fetch failed|terminated)$/.test((error as Error).message)) failures.push(error);
      }),
    ),
  );
  while (memory.spentTokens.length < before + PER_CYCLE && failures.length === 0)
    await call('GET', `${server.url}/health/live`);
  await server.stop('SIGKILL');
  await running;
  expect(failures).toEqual([]);
}

/** Nothing acknowledged is gone, and what is not known has one of its two outcomes. */
async function assertNothingLost(server: TestServer, application: Application, memory: Memory): Promise<void> {
  const codes = await Promise.all(memory.unspentCodes.map((code) => exchange(server, application, code)));
  expect(codes.map(({ status }) => status)).toEqual(codes.map(() => 200));
  memory.spentCodes.push(...memory.unspentCodes.splice(0));
  for (const code of memory.unansweredCodes) {
    // Spent before the crash or now, and in either case not once more.
    await exchange(server, application, code);
    memory.spentCodes.push(code);
  }
  memory.unansweredCodes.clear();
  const begun = codes.map(({ body }) => ({ token: body.refresh_token, inFlight: false }));

  const living = await Promise.all(
    memory.families.map(async ({ token, inFlight }) => {
      const { status, body } = await refresh(server, token);
      if (status === 200) memory.spentTokens.push(token);
      // A use that was not acknowledged may have been carried out: then this is its replay.
      else expect({ inFlight, error: body.error }).toEqual({ inFlight: true, error: 'invalid_grant' });
      return status === 200 ? [{ token: body.refresh_token, inFlight: false }] : [];
    }),
  );
  memory.families = [...living.flat(), ...begun];
}

describe('kill -9 under load', () => {
  it(`loses nothing acknowledged and takes nothing twice, ${CYCLES} times`, async () => {
    const dataDir = freshDir();
    const port = await freePort();
    const memory = new Memory();
    let server = await TestServer.start({ dataDir, port });
    const account = await signUp(server);
    const application = await register(server, account);
    memory.applications.push(application);
    const passed: Account[] = [];

    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      if (cycle % 5 === 0) passed.push(await signUp(server));
      await crashUnderLoad(server, account, application, memory);
      server = await TestServer.start({ dataDir, port });
      await assertNothingLost(server, application, memory);
    }

    for (const { session } of [account, ...passed])
      expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(200);
    const { body } = await call<{ items: Application[] }>('GET', `${server.url}/api/applications`, {
      headers: account.session,
    });
    const known = new Set(body.items.map(({ client_id }) => client_id));
    expect(memory.applications.filter(({ client_id }) => !known.has(client_id))).toEqual([]);

    expect(memory.spentTokens.length).toBeGreaterThan(CYCLES * PER_CYCLE);
    const tokens = await Promise.all(memory.spentTokens.slice(-300).map((token) => refresh(server, token)));
    expect(tokens.filter(({ body: { error } }) => error !== 'invalid_grant')).toEqual([]);
    const codes = await Promise.all(memory.spentCodes.slice(-300).map((code) => exchange(server, application, code)));
    expect(codes.filter(({ body: { error } }) => error !== 'invalid_grant')).toEqual([]);

    expect(await server.stop()).toBe(0);
    const db = new Database(join(dataDir, 'auth.sqlite'), { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const halfDone = `SELECT COUNT(*) FROM authorization_codes WHERE (redeemed_at IS NULL) <> (family_id IS NULL)`;
    expect(db.prepare(halfDone).pluck().get()).toBe(0);
    db.close();
  }, 90_000);
});
