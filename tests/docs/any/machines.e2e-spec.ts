import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { call, obtainTokens, register } from '@consentry/test-support/world/world';

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
