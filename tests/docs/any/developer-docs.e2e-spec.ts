import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from '@consentry/test-support/browser/visit';
import { type Block, adapted, blocksIn, blocksOf, everyBlockOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';
import { DEVICE_CODE, TOKEN_EXCHANGE } from '@consentry/test-support/world/allowed';
import { decideDevice } from '@consentry/test-support/world/devices';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { typed } from '@consentry/test-support/world/typed';
import { type Application, call, obtainTokens, register } from '@consentry/test-support/world/world';
import { typeProblems } from '../support/code-blocks/typed';
import { started, stopped } from '../support/started-program';

const NOTES = {
  url: 'http://localhost:3001',
  name: 'Notes *of* <Acme>',
  scopes: [
    { name: 'notes:read', description: 'Read your notes' },
    { name: 'notes:write', description: 'Write notes for you' },
  ],
  client_credentials_clients: '*',
  token_exchange_clients: '*',
};

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

async function pageOf(env: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, ['developer-docs'], env);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

/** The blocks between a heading and the next of its rank. */
function blocksUnder(page: string, heading: string): Block[] {
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`the page has no heading ${heading}`);
  return blocksIn(section.split('\n## ')[0]!, 'the page');
}

describe('the page that consentry developer-docs writes', () => {
  const settings = { ...settingsOf([NOTES]), BRAND_NAME: 'Acme', DYNAMIC_REGISTRATION: 'open' };
  const server = givenServer({ env: settings });
  const ada = givenAccount(server);
  let notes: GuardedService;
  let page: string;

  beforeAll(async () => {
    notes = await GuardedService.start(server.url);
    page = await pageOf({ ...settings, AUTH_URL: server.url });
  });
  afterAll(() => notes.stop());

  const block = (heading: string, at = 0) => blocksUnder(page, heading)[at]!.text;

  /** The page's preparation of a shell, as the developer of an application completes it. */
  const prepared = ({ client_id, client_secret }: Application, more = '') =>
    `${adapted(block('Prepare a shell'), {
      "CLIENT_ID='…'": `CLIENT_ID='${client_id}'`,
      "CLIENT_SECRET='…'": `CLIENT_SECRET='${client_secret}'`,
      "'http://localhost:3001/…'": `${notes.url}/notes`,
    })}\n${more}`;

  const CODE_FLOW = 'Sign a user in: the code flow with PKCE';

  it('has each address of the metadata that a developer calls', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    const addresses = Object.entries(body).filter(
      ([name]) => /_(endpoint|uri)$/.test(name) && name !== 'revocations_uri',
    );
    expect(addresses.length).toBeGreaterThan(8);
    for (const [, address] of addresses) expect(page).toContain(`| \`${String(address)}\` |`);
  });

  it('signs a user in by curl, calls the API, refreshes, and gives the access back', async () => {
    const application = await register(server, ada, { redirect_uris: ['http://localhost:8080/callback'] });
    const shown = 'echo "$VERIFIER $STATE"';
    const [address = '', kept = ''] = (await typed(prepared(application), `${block(CODE_FLOW)}\n${shown}`)).split('\n');
    const [verifier, state] = kept.split(' ');
    const { searchParams: answer } = await visit(server, ada, address);
    expect([answer.get('state'), answer.get('iss')]).toEqual([state, server.url]);
    const arrived = `VERIFIER=${verifier}\nCODE=${answer.get('code')}`;
    const exchanged = `${block(CODE_FLOW, 1)}\necho; echo "$REFRESH_TOKEN"`;
    const [items = '', first] = (await typed(prepared(application, arrived), exchanged)).split('\n');
    expect(json(items)).toEqual({ items: [] });
    const refresh = `${block(CODE_FLOW, 3)}\necho "$TOKENS"`;
    const next = json(await typed(prepared(application, `REFRESH_TOKEN=${first}`), refresh));
    const held = prepared(application, `REFRESH_TOKEN=${String(next['refresh_token'])}`);
    expect(await typed(held, block('Give the access back'))).toBe('200');
    expect(json(await typed(held, refresh))).toMatchObject({ error: 'invalid_grant' });
  });

  it('does the same in TypeScript, by openid-client', async () => {
    const port = await freePort();
    const callback = `http://localhost:${port}/callback`;
    const { client_id, client_secret } = await register(server, ada, { redirect_uris: [callback] });
    const program = blocksUnder(page, CODE_FLOW)[2]!;
    expect(program.language).toBe('ts');
    const own = { 'http://localhost:8080/callback': callback, 'listen(8080': `listen(${port}` };
    const env = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret, CALL: `${notes.url}/notes` };
    const { child, next } = started(adapted(program.text, own), freshDir(), env);
    const arrived = await visit(server, ada, (await next()).replace('Open ', ''));
    expect(json(await (await fetch(arrived)).text())).toEqual({ items: [] });
    const refused = await fetch(`${callback}?error=access_denied&iss=${server.url}`);
    expect(refused.status).toBe(400);
    await stopped(child);
  });

  it("calls in the application's own name, for a device, and for a caller", async () => {
    const robot = await register(server, ada, {
      grant_types: ['client_credentials', TOKEN_EXCHANGE],
      client_credentials_scopes: ['notes:read'],
    });
    const own = await typed(prepared(robot), block('Call without a user: client credentials'));
    expect(json(own)).toEqual({ items: [] });

    const diary = await register(server, ada);
    const { access_token } = await obtainTokens(server, ada, diary, { scope: 'notes:read notes:write' });
    const exchange = block('Call the next API for your caller: token exchange');
    expect(json(await typed(prepared(robot, `SUBJECT_TOKEN=${access_token}`), exchange))).toEqual({ items: [] });

    const device = await register(server, ada, {
      client_type: 'public',
      grant_types: [DEVICE_CODE, 'authorization_code', 'refresh_token'],
    });
    const DEVICE = 'Sign a user in on a device: the device flow';
    const begun = await typed(prepared(device), `${block(DEVICE)}\necho "$DEVICE"`);
    const [, code = '', answer = ''] = /^Open http\S+ and enter (\S+)\n([^]+)$/.exec(begun) ?? [];
    expect((await decideDevice(server, ada, code)).status).toBe(200);
    await server.advance({ seconds: 5 });
    expect(json(await typed(prepared(device, `DEVICE='${answer}'`), block(DEVICE, 1)))).toEqual({ items: [] });
  });

  it('registers an application by a program', async () => {
    const answer = json(await typed(block('Register your application')));
    expect(answer).toMatchObject({ client_name: 'Notebook', client_secret: expect.any(String) as string });
  });
});

describe('the same under the FAPI 2.0 Security Profile', () => {
  const settings = {
    RESOURCES_FILE: join(freshDir(), 'resources.json'),
    BRAND_NAME: 'Acme',
    SECURITY_PROFILE: 'fapi2',
  };
  let servicePort: number;
  // A proof names the address of the call, which has to be the service's own.
  const audience = () => `http://127.0.0.1:${servicePort}`;
  beforeAll(async () => {
    servicePort = await freePort();
    settingsOf([{ ...NOTES, url: audience() }], settings.RESOURCES_FILE);
  });
  const server = givenServer({ env: settings });
  const ada = givenAccount(server);
  let notes: GuardedService;
  let page: string;
  beforeAll(async () => {
    notes = await GuardedService.start(server.url, audience(), { port: servicePort });
    page = await pageOf({ ...settings, AUTH_URL: server.url });
  });
  afterAll(() => notes.stop());

  it('has programs that the compiler takes, also for calls without a user', () => {
    const programs = blocksIn(page, 'the page');
    expect(programs.map(({ language }) => language)).toEqual(['ts', 'ts', 'ts']);
    expect(typeProblems(programs)).toEqual([]);
  });

  it('makes a key, signs a user in and calls, and calls in its own name', async () => {
    const folder = freshDir();
    const port = String(await freePort());
    const [key, signIn, own] = blocksIn(page, 'the page').map(({ text }) => text) as [...[string, string, string]];
    const made = started(key, folder, {});
    const jwk = json(await made.next());
    const { client_id: CLIENT_ID } = await register(server, ada, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwk] },
      application_type: 'native',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      client_credentials_scopes: ['notes:read'],
    });
    const env = { CLIENT_ID, CALL: `${notes.url}/notes` };
    const run = (program: string) => {
      const copy = freshDir();
      symlinkSync(join(folder, 'key.json'), join(copy, 'key.json'));
      return started(program, copy, env);
    };
    const { next } = run(adapted(signIn, { '4000': port }));
    const arrived = await visit(server, ada, (await next()).replace('Open ', ''));
    expect((await fetch(arrived)).status).toBe(200);
    expect(json(await next())).toEqual({ items: [] });
    expect(json(await run(own).next())).toEqual({ items: [] });
  });
});

describe('docs/for-application-developers.md', () => {
  const env = { AUTH_URL: 'https://auth.example.com', BASE_URL: 'https://api.example.com' };

  it('says what the page says that a team publishes', async () => {
    const page = await pageOf(env);
    const blocks = blocksIn(page, 'the page').map(({ text }) => text);
    const ours = blocksOf('docs/for-application-developers.md');
    for (const name of ['begin', 'exchange', 'library', 'refresh', 'revoke']) expect(blocks).toContain(ours.get(name));
    const rows = (text: string) =>
      [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
        row
          .split('|')
          .map((cell) => cell.trim())
          .join('|'),
      );
    const errors = (text: string) => {
      const all = rows(text);
      const first = all.findIndex((row) => row.startsWith('where|'));
      return all
        .slice(first, all.findIndex((row) => row.startsWith('the API, 403')) + 1)
        .filter((row) => !/^-/.test(row));
    };
    expect(errors(page).length).toBeGreaterThan(10);
    expect(errors(readFileSync(join(ROOT, 'docs/for-application-developers.md'), 'utf8'))).toEqual(errors(page));
  });
});

describe('docs/how-to/developer-docs.md', () => {
  const BLOCKS = blocksOf('docs/how-to/developer-docs.md');

  it('writes the page, and notices that the committed one is old', async () => {
    const folder = freshDir();
    settingsOf([NOTES], join(folder, 'resources.json'));
    const repository = `cd ${folder}\ngit init -q . && git config user.email a@example.com && git config user.name Ada`;
    const committed = 'git add developers.md && git commit -qm page';
    const [page, check] = ['page', 'check'].map((name) =>
      adapted(BLOCKS.get(name), { 'npx consentry': `node ${CONSENTRY}` }),
    );
    expect(await typed(repository, page!, committed, check!)).toBe(`wrote ${folder}/developers.md`);
    expect(readFileSync(join(folder, 'developers.md'), 'utf8')).toMatch(/^# Build an application with Acme\n/);
    const changed = `cd ${folder}\nexport AUTH_URL=https://auth.example.com BRAND_NAME=Acme RESOURCES_FILE=resources.json CODE_TTL=60`;
    await expect(typed(changed, check!)).rejects.toThrow();
  });

  it('has no block without a name', () => {
    expect(everyBlockOf('docs/how-to/developer-docs.md').every(({ name }) => name !== undefined)).toBe(true);
  });
});
