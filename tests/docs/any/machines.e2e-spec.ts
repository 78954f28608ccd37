import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { runWell } from '@consentry/test-support/server/command';
import { freshDir } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';
import { ShownService } from '../support/shown-service';

type Fields = Record<string, unknown>;
type Environment = Record<string, string>;

const run = promisify(execFile);
const PATH = process.env['PATH'] ?? '';
const parse = <Parsed = Fields>(text: string) => JSON.parse(text) as Parsed;

/** A block of shell as its reader types it. @returns what it prints. */
const typed = async (block: string | undefined, env: Environment) =>
  (await run('sh', ['-euc', adapted(block, {})], { env: { PATH, ...env } })).stdout;

describe('docs/how-to/machine-to-machine.md', () => {
  const BLOCKS = blocksOf('docs/how-to/machine-to-machine.md');
  const server = givenServer();
  const account = givenAccount(server);
  let service: GuardedService;
  let env: Environment;

  beforeAll(async () => {
    const { client_id, client_secret } = await register(
      server,
      account,
      parse(adapted(BLOCKS.get('registration'), {})),
    );
    env = { AUTH_URL: server.url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
  });
  afterAll(() => service.stop());

  it('is refused before the operator lists the application', async () => {
    const [refusal = ''] = (await typed(BLOCKS.get('token'), { ...env, NOTES_URL: server.url })).split('\n');
    expect(parse(refusal)).toMatchObject({
      error: 'unauthorized_client',
      error_description: expect.stringContaining('client_credentials_clients') as string,
    });
  });

  it('gets a token by its secret, and calls', async () => {
    const shown = adapted(BLOCKS.get('resource'), { THE_CLIENT_ID: env['CLIENT_ID']! });
    await server.restart(settingsOf([parse(shown)]));
    service = await GuardedService.start(server.url, 'https://notes.example.com');
    env['NOTES_URL'] = service.url;
    const [answer = '', notes = ''] = (await typed(BLOCKS.get('token'), env)).split('\n');
    expect(parse(answer)).toMatchObject({ token_type: 'Bearer', scope: 'notes:read' });
    expect(parse(notes)).toEqual({ items: [] });
  });

  it('gets a token by its key, after which the secret is refused', async () => {
    const cwd = freshDir();
    symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
    for (const name of ['key', 'job']) writeFileSync(join(cwd, `${name}.mjs`), adapted(BLOCKS.get(name), {}));
    const body = parse((await run(process.execPath, ['key.mjs'], { cwd })).stdout);
    const url = `${server.url}/api/applications/${env['CLIENT_ID']}`;
    expect((await call('PATCH', url, { headers: account.session, body })).status).toBe(200);
    const { stdout } = await run(process.execPath, ['job.mjs'], { cwd, env: { PATH, ...env } });
    expect(stdout).toBe('200 {"items":[]}\n');
    expect(await typed(BLOCKS.get('token'), env)).toContain('"error":"invalid_client"');
  });
});

describe('docs/how-to/token-exchange.md', () => {
  const BLOCKS = blocksOf('docs/how-to/token-exchange.md');
  const server = givenServer();
  const account = givenAccount(server);

  it("exchanges a person's token for the next service, as the page says", async () => {
    const agent = await register(server, account, parse(adapted(BLOCKS.get('registration'), {})));
    const shown = adapted(BLOCKS.get('resources'), { THE_CLIENT_ID: agent.client_id });
    await server.restart(settingsOf(parse<object[]>(shown)));
    const diary = await register(server, account);
    const { access_token: ACCESS_TOKEN } = await obtainTokens(server, account, diary, { scope: 'agent:use' });
    const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = agent;
    const env = { AUTH_URL: server.url, CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN };
    const answer = parse<{ access_token: string; scope: string; refresh_token?: string }>(
      await typed(BLOCKS.get('exchange'), env),
    );
    expect([answer.scope, answer.refresh_token]).toEqual(['photos:read', undefined]);
    expect(decodeJwt(answer.access_token).aud).toContain('https://photos.example.com');
  });
});

describe('docs/how-to/b2b-customers.md', () => {
  const BLOCKS = blocksOf('docs/how-to/b2b-customers.md');
  const shownResources = (client: string) =>
    parse<object[]>(adapted(BLOCKS.get('resources'), { THE_CLIENT_ID: client }));
  const server = givenServer({ env: settingsOf(shownResources('none')) });
  const team = givenAccount(server);
  const acme = givenAccount(server);
  let service: ShownService | undefined;
  afterAll(() => service?.stop());

  it('serves the users and jobs of a customer, and none of them once it has ended', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const job = await register(server, acme, parse(adapted(BLOCKS.get('job'), {})));
    const folder = freshDir();
    const members = { [ada.id]: { tenant: 'acme' }, [bob.id]: { tenant: 'globex' } };
    writeFileSync(join(folder, 'members.json'), JSON.stringify(members));
    writeFileSync(join(folder, 'claims.mjs'), blocksOf('docs/claims.md').get('file')!);
    await server.restart({ ...settingsOf(shownResources(job.client_id)), CLAIMS_FILE: join(folder, 'claims.mjs') });
    const [ours, theirs] = [await register(server, team), await register(server, acme)];

    const code = adapted(BLOCKS.get('guard'), {
      'https://auth.example.com': server.url,
      YOUR_CLIENT_ID: ours.client_id,
      "['THE_CLIENT_ID', 'acme']": `['${job.client_id}', 'acme'], ['${theirs.client_id}', 'acme']`,
    });
    const running = (service = await ShownService.start(code));
    const tokenOf = async (...given: [typeof ada, typeof ours]) =>
      (await obtainTokens(server, ...given, { scope: 'reports:read' })).access_token;
    const shown = async (token: string) => {
      const { status, body } = await running.get('/reports', token);
      return status === 200 ? body : status;
    };
    const asked = await call<{ access_token: string }>('POST', `${server.url}/oauth2/token`, {
      headers: { authorization: `Basic ${btoa(`${job.client_id}:${job.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'reports:read' }),
    });
    const [adas, bobs, jobs] = [await tokenOf(ada, ours), await tokenOf(bob, ours), asked.body.access_token];
    expect([await shown(adas), await shown(await tokenOf(ada, theirs))]).toEqual([
      { customer: 'acme' },
      { customer: 'acme' },
    ]);
    expect([await shown(bobs), await shown(jobs)]).toEqual([{ customer: 'globex' }, { customer: 'acme' }]);
    // Another customer's user at Acme's application; an account of no customer; an application that is not listed.
    const refused: [typeof ada, typeof ours][] = [
      [bob, theirs],
      [team, ours],
      [ada, await register(server, acme)],
    ];
    for (const given of refused) expect(await shown(await tokenOf(...given))).toBe(403);

    for (const { email } of [ada, acme]) await runWell('account', ['remove', email], { DATA_DIR: server.dataDir });
    for (const token of [adas, jobs]) expect(await running.refusal('/reports', token)).toBeLessThan(3_000);
    expect(await shown(bobs)).toEqual({ customer: 'globex' });
  });
});
