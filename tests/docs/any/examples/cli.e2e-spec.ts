import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideDevice } from '@consentry/test-support/world/devices';
import { ExampleProcess } from '../../support/example-process';
import { shownBy } from '../../support/transcript';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDir } from '@consentry/test-support/server/server';
import { register } from '@consentry/test-support/world/world';

const REGISTRATION = blocksOf('docs/how-to/command-line.md').get('registration');

/** The interval of five seconds ends when the test says so: its server's clock is moved meanwhile. */
const WAKES = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = (then, ms, ...rest) =>
    ms === 5000 ? process.once('message', () => { process.disconnect(); then(); }) : later(then, ms, ...rest);
`)}`;

const NONE = '{"items":[]}\n';

interface Stored {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}

describe('examples/cli', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let notes: GuardedService;
  let CLIENT_ID: string;

  beforeAll(async () => {
    notes = await GuardedService.start(server.url);
    const fields = JSON.parse(adapted(REGISTRATION, {})) as Record<string, unknown>;
    CLIENT_ID = (await register(server, account, fields)).client_id;
  });
  afterAll(() => notes.stop());

  const newFile = () => join(freshDir(), 'cli/tokens.json');
  const stored = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Stored;
  const expire = (file: string) => writeFileSync(file, JSON.stringify({ ...stored(file), expiresAt: 0 }));

  const run = (TOKEN_FILE: string, ...args: string[]) =>
    ExampleProcess.spawn('cli', {
      env: { AUTH_URL: server.url, NOTES_URL: notes.url, CLIENT_ID, TOKEN_FILE },
      args,
      execArgv: ['--import', WAKES],
    });

  async function signIn(file: string, decision?: Record<string, unknown>) {
    const cli = run(file);
    const [, code = ''] = await cli.prints(/enter (\S+)\n/);
    expect((await decideDevice(server, account, code, decision)).status).toBe(200);
    await server.advance({ seconds: 5 });
    cli.child.send('awake');
    return cli.ended();
  }

  it('signs a person in, keeps the tokens for its owner alone, and lists notes', async () => {
    const file = newFile();
    const first = await signIn(file);
    const shown = shownBy('cli', { 'http://localhost:3000': server.url });
    const [, code = ''] = /enter (\S+)/.exec(first.output) ?? [];
    expect([first.code, first.output]).toEqual([0, `${shown.replace('BCDF-GHJK', code)}\n`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(file).ended()).toEqual({ code: 0, output: NONE });
  });

  it('refreshes once for runs at the same moment', async () => {
    const file = newFile();
    await signIn(file);
    const before = stored(file);
    expire(file);
    const runs = await Promise.all(Array.from({ length: 3 }, () => run(file).ended()));
    expect(runs).toEqual(Array(3).fill({ code: 0, output: NONE }));
    // A second refresh by the same token would have ended the access (RFC 9700 §4.14.2).
    expire(file);
    expect(await run(file).ended()).toEqual({ code: 0, output: NONE });
    expect(stored(file).refreshToken).not.toBe(before.refreshToken);
  });

  it('signs out, and a person who refuses gets one line', async () => {
    const file = newFile();
    await signIn(file);
    const { accessToken } = stored(file);
    expect(await run(file, 'sign-out').ended()).toEqual({ code: 0, output: 'Signed out\n' });
    while (await notes.accepts(accessToken)) await new Promise((resolve) => setTimeout(resolve, 10));
    const { code, output } = await signIn(file, { is_rejected: true });
    expect([code, output.split('\n').length]).toEqual([1, 3]);
    expect(output).toMatch(/\naccess_denied: the user denied the request\n$/);
  });

  it.each([
    [{ CLIENT_ID: '' }, [], 'CLIENT_ID is not set'],
    [{}, ['lst'], 'there is no command "lst": list or sign-out'],
  ])('says what is wrong: %j %j', async (env, args, message) => {
    const TOKEN_FILE = newFile();
    const { code, output } = await ExampleProcess.spawn('cli', { env: { TOKEN_FILE, ...env }, args }).ended();
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  });
});
