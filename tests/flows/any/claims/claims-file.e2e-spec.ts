import { decodeJwt } from 'jose';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failToStart } from '@consentry/test-support/server/failed-start';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { PHOTOS, RESOURCES, settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const TEAM = RESOURCES.both.map((resource) => ({
  ...resource,
  ...(resource.url === PHOTOS && { first_party_clients: '*' }),
}));

/** By the account's name it does what a module must not do. */
const MODULE = `
const misbehave = {
  throw() { throw new TypeError('a message that holds a-secret-role'); },
  loop() { for (;;); },
  reject() { void Promise.reject(new Error('nobody catches this')); return new Promise(() => {}); },
  exit() { process.exit(3); },
  cycle() { const answer = {}; answer.access_token = answer; return answer; },
  nothing() {},
  never() { return new Promise(() => {}); },
};
export default async function claims({ account, client, resource, scopes }) {
  if (account.name in misbehave) return misbehave[account.name]();
  return { access_token: { roles: [account.name, client.name, resource, ...scopes] }, max_age: 0 };
}`;

const COMMON = `exports.claims = () => ({ access_token: { org_id: 'acme' } });`;

function moduleOf(text: string, name = 'claims.mjs'): { CLAIMS_FILE: string } {
  const CLAIMS_FILE = join(freshDir(), name);
  writeFileSync(CLAIMS_FILE, text);
  return { CLAIMS_FILE };
}

describe('a module of claims', () => {
  let server: TestServer;
  let developer: Account;
  let application: Application;

  beforeAll(async () => {
    server = await TestServer.start({ env: { ...settingsOf(TEAM), ...moduleOf(MODULE) } });
    developer = await signUp(server, { name: 'reader' });
    application = await register(server, developer);
  });
  afterAll(() => server.stop());

  const rolesFor = async (account: Account, scope = 'photos:read') =>
    decodeJwt((await obtainTokens(server, account, application, { scope })).access_token)['roles'];

  it('is given account, application, resource and scopes', async () => {
    expect(await rolesFor(developer, 'photos:read openid')).toEqual([
      ...['reader', 'Test app', PHOTOS],
      ...['openid', 'photos:read'],
    ]);
  });

  it.each([
    ['throw', /it threw TypeError/],
    ['loop', /it took longer than 500 ms/],
    ['reject', /stopped because of an uncaught error/],
    ['exit', /"reason":"ended"/],
    ['cycle', /it threw TypeError/],
    ['nothing', /it returned nothing/],
    ['never', /it took longer than 500 ms/],
  ])('that would %s stops neither the server nor the next call', async (name, reason) => {
    // Each with a log of its own: a line comes once a minute.
    await server.advance({ minutes: 2 });
    const account = await signUp(server, { name });
    await expect(rolesFor(account)).rejects.toThrow(/exchange: 503 .*temporarily_unavailable/);
    await server.logged(reason);
    expect(server.output).not.toContain('a-secret-role');
    // A thread that is blocked may be found out by the next request only.
    if (name === 'loop') await rolesFor(developer).catch(() => undefined);
    expect(await rolesFor(developer)).toContain('reader');
  });

  it('may be CommonJS, and answer at once', async () => {
    await server.restart({ ...settingsOf(TEAM), ...moduleOf(COMMON, 'claims.cjs') });
    const { refresh_token: token } = await obtainTokens(server, developer, application, { scope: 'photos:read' });
    expect(decodeJwt((await refresh(server, token)).body.access_token)['org_id']).toBe('acme');
  });

  it.each([
    ['is missing', { CLAIMS_FILE: '/nowhere/claims.mjs' }, /^CLAIMS_FILE "\/nowhere\/claims.mjs" cannot be loaded: /],
    ['has no function', moduleOf('export default {}'), /^CLAIMS_FILE ".*" exports no function as default or claims$/],
  ])('that %s stops the start', async (_, env, complaint) => {
    expect(await failToStart(env)).toEqual([expect.stringMatching(complaint)]);
  });
});
