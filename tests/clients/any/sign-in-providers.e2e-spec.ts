import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { comeBack } from '@consentry/test-support/world/own-provider';
import { type Application, call, decide, register, signUp } from '@consentry/test-support/world/world';
import { isRegistryThere } from '../support/npm-registry';
import { installOtherServers, startOtherServer, visitOidcProvider } from '../support/other-server';

/** How an application is made known to a provider, and how a person signs in there. */
interface Kind {
  issuer: string;
  registerAt: (redirectUri: string) => Promise<Pick<Application, 'client_id' | 'client_secret'>>;
  /** Signs a person in, and allows. @returns where the browser is redirected. */
  visit: (url: URL) => Promise<URL>;
}

/** A person presses the button of a server whose provider is this one, twice. */
async function signInTwice({ issuer, registerAt, visit }: Kind) {
  const port = await freePort();
  const application = await registerAt(`http://localhost:${port}/sign-in/return/other`);
  const file = join(freshDir(), 'providers.json');
  const { client_id, client_secret } = application;
  writeFileSync(file, JSON.stringify([{ id: 'other', name: 'Other', issuer, client_id, client_secret }]));
  const server = await TestServer.start({ port, env: { SIGN_IN_PROVIDERS_FILE: file } });
  const pages = [];
  for (let times = 0; times < 2; times += 1) {
    const visitor = new PageVisitor(server);
    const leading = await visitor.open('/sign-in/providers/other?return_to=/account');
    const callback = await visit(new URL(leading.refresh ?? 'none:'));
    pages.push(await comeBack(visitor, callback.href));
    const again = await comeBack(new PageVisitor(server), callback.href);
    expect(again.text).toContain('You started signing in elsewhere');
  }
  const accounts = await storedRows(server, 'SELECT name, email FROM accounts WHERE issuer = ?', issuer);
  const sessions = await storedRows<{ auth_time: number }>(server, 'SELECT auth_time FROM sign_in_sessions');
  await server.stop();
  return { pages, accounts, ages: sessions.map(({ auth_time: at }) => Date.now() - Number(at)) };
}

describe('a server whose provider is another Consentry', () => {
  it('signs its people in', async () => {
    const provider = await TestServer.start();
    const person = await signUp(provider, { name: 'Ada Lovelace' });
    const { pages, accounts, ages } = await signInTwice({
      issuer: provider.url,
      registerAt: (uri) => register(provider, person, { redirect_uris: [uri] }),
      visit: async (url) => {
        const asked = await call<{ sessionID: string }>('GET', url.href, { headers: person.session });
        const decided = await decide(provider, person, asked.body.sessionID);
        return new URL(decided.headers.get('location') ?? 'none:');
      },
    });
    for (const page of pages) expect(page.text).toContain('Ada Lovelace');
    expect(accounts).toEqual([{ name: 'Ada Lovelace', email: person.email }]);
    for (const age of ages) expect(age).toBeLessThan(60_000);
    await provider.stop();
  });
});

describeInstalled('a server whose provider is oidc-provider', isRegistryThere(), "npm's registry", () => {
  it('signs its people in', async () => {
    const folder = await installOtherServers();
    const port = await freePort();
    const issuer = `http://localhost:${port}`;
    const settings = {
      person: { name: 'Grace Hopper', email: 'grace@example.com', email_verified: true },
    };
    const program = {
      name: 'oidc-provider',
      program: 'oidc-provider.mjs',
      path: '',
      visit: (url: URL) => visitOidcProvider(url, 'u-17'),
      settings,
    };
    const stop = await startOtherServer(program, { folder, issuer, port });
    const { pages, accounts, ages } = await signInTwice({
      issuer,
      registerAt: async (uri) => {
        const body = { redirect_uris: [uri], token_endpoint_auth_method: 'client_secret_basic' };
        return (await call<Application>('POST', `${issuer}/reg`, { body })).body;
      },
      visit: (url: URL) => visitOidcProvider(url, 'u-17'),
    });
    for (const page of pages) expect([page.status, page.text]).toEqual([200, expect.stringContaining('Grace Hopper')]);
    expect(accounts).toEqual([{ name: 'Grace Hopper', email: 'grace@example.com' }]);
    for (const age of ages) expect(age).toBeLessThan(60_000);
    await stop();
  }, 600_000);
});
