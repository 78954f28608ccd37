import { generateKeyPair } from 'jose';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { OwnProvider, callbackOf, comeBack, visitProvider } from '@consentry/test-support/world/own-provider';
import { type Account, authorizeUrl, call, register, signUp } from '@consentry/test-support/world/world';

const BUTTON = '/sign-in/providers/own?return_to=/account';
const AWAY = 'Own Provider is not responding as expected';

/** A file of the setting. */
function fileOf(...providers: object[]): string {
  const file = join(freshDir(), 'providers.json');
  writeFileSync(file, JSON.stringify(providers));
  return file;
}

describe('people who sign in at an OpenID provider', () => {
  let provider: OwnProvider;
  let server: TestServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    provider = await OwnProvider.start();
    env = { SIGN_IN_PROVIDERS_FILE: fileOf(provider.entry()) };
    server = await TestServer.start({ env });
  });
  afterAll(() => Promise.all([server.stop(), provider.stop()]));
  beforeEach(() => void provider.signIn());

  const isSignedIn = (visitor: PageVisitor) => visitor.cookies.has(sessionCookie(server));

  /** A browser that is on its way to the provider. */
  async function begin(path = BUTTON) {
    const visitor = new PageVisitor(server);
    return { visitor, url: (await visitor.open(path)).refresh! };
  }

  async function arrive() {
    const visitor = new PageVisitor(server);
    return { visitor, page: await visitProvider(visitor, BUTTON) };
  }

  it('find its button beside the password, and have an account by its issuer and sub', async () => {
    const page = await new PageVisitor(server).open('/account');
    expect(page.text).toContain('Sign in with Own Provider or Email');
    const sub = provider.signIn({ email: 'grace@example.com', email_verified: 'true' });
    const first = await arrive();
    expect([first.page.status, first.page.text]).toEqual([200, expect.stringContaining('Grace Hopper')]);
    provider.person['name'] = 'Rear Admiral Hopper';
    expect((await arrive()).page.text).toContain('Rear Admiral Hopper');
    const columns = "name, issuer, email, email_key, CASE WHEN email_verified_at > 0 THEN 'yes' END AS verified";
    const rows = await storedRows(server, `SELECT ${columns} FROM accounts WHERE subject = ?`, sub);
    const profile = { name: 'Rear Admiral Hopper', email: 'grace@example.com', email_key: null, verified: 'yes' };
    expect(rows).toEqual([{ ...profile, issuer: provider.issuer }]);
  });

  it('never get an account that is kept here, whatever email the provider tells', async () => {
    const { email } = await signUp(server, { name: 'Ada Lovelace' });
    provider.signIn({ email, email_verified: true });
    expect((await arrive()).page.text).toContain('Grace Hopper');
    const rows = await storedRows(server, 'SELECT name FROM accounts WHERE email = ? ORDER BY name', email);
    expect(rows).toEqual([{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }]);
  });

  it('are asked for by code, PKCE, state and nonce, with what the application wishes', async () => {
    const developer = await signUp(server);
    const application = await register(server, developer);
    const wishes = { prompt: 'login', max_age: '60', acr_values: 'mfa', login_hint: 'grace@example.com' };
    const asked = authorizeUrl(server, application, { scope: 'openid notes:read', ...wishes });
    const query = new URL(asked).search.slice(1);
    await callbackOf((await begin(`/sign-in/providers/own?return_to=${encodeURIComponent(`/consent?${query}`)}`)).url);
    const { state, nonce, code_challenge: challenge, ...said } = Object.fromEntries(provider.asked.authorization!);
    expect([state!.length, nonce!.length, challenge!.length]).toEqual([43, 64, 43]);
    expect(said).toEqual({
      ...{ response_type: 'code', client_id: 'consentry', scope: 'openid email profile', ui_locales: 'en' },
      ...{ redirect_uri: `${server.url}/sign-in/return/own`, code_challenge_method: 'S256' },
      ...wishes,
    });
  });

  it.each([
    ['no list', undefined, true],
    ['client_secret_basic', ['client_secret_basic'], true],
    ['client_secret_post', ['client_secret_basic', 'client_secret_post'], false],
  ])('are vouched for to a server that authenticates as the metadata wants: %s', async (_, methods, isBasic) => {
    const server = await TestServer.start({ env });
    provider.metadata = { token_endpoint_auth_methods_supported: methods };
    const visitor = new PageVisitor(server);
    expect((await visitProvider(visitor, BUTTON)).text).toContain('Grace Hopper');
    expect([provider.asked.header !== undefined, provider.asked.token?.has('client_secret')]).toEqual([
      isBasic,
      !isBasic,
    ]);
    await server.stop();
  });

  it('have the name and email that the userinfo endpoint alone tells', async () => {
    provider.signIn({ name: undefined });
    provider.userInfo = { given_name: 'Jean', family_name: 'Bartik', email: 'jean@example.com' };
    const { text } = (await arrive()).page;
    expect([text.includes('Jean Bartik'), text.includes('jean@example.com')]).toEqual([true, true]);
  });

  it('land in the browser that began, once', async () => {
    const [victim, thief] = [await begin(), await begin()];
    const callback = await callbackOf(thief.url);
    const elsewhere = await comeBack(victim.visitor, callback);
    expect([elsewhere.status, elsewhere.text]).toEqual([
      400,
      expect.stringContaining('You started signing in elsewhere'),
    ]);
    await comeBack(thief.visitor, callback);
    expect([isSignedIn(victim.visitor), isSignedIn(thief.visitor)]).toEqual([false, false]);

    const own = await begin();
    const landing = (await callbackOf(own.url)).slice(server.url.length);
    const pages = await Promise.all(Array.from({ length: 8 }, () => own.visitor.get(landing)));
    const given = pages.filter(({ headers }) => headers.getSetCookie().some((line) => line.includes('session')));
    expect([given.length, isSignedIn(own.visitor)]).toEqual([1, true]);
    expect((await own.visitor.get(landing)).refresh).toBe(`${server.url}/account`);
  });

  it('are not signed in by a code of another sign-in, though both are of one browser', async () => {
    const { visitor, url } = await begin();
    const foreign = new URL(await callbackOf((await begin()).url)).searchParams.get('code')!;
    const callback = new URL(await callbackOf(url));
    callback.searchParams.set('code', foreign);
    const page = await comeBack(visitor, callback.href);
    expect([page.text.includes(AWAY), isSignedIn(visitor)]).toEqual([true, false]);
  });

  it.each<[string, () => void | Promise<void>]>([
    ['another issuer', () => void (provider.twisted = { iss: 'https://evil.example' })],
    ['another audience', () => void (provider.twisted = { aud: 'another' })],
    ['another nonce', () => void (provider.twisted = { nonce: 'another' })],
    ['no nonce', () => void (provider.twisted = { nonce: undefined })],
    [
      'an ID token that is over',
      () => void (provider.twisted = { iat: provider.now() - 900, exp: provider.now() - 600 }),
    ],
    ['no sub', () => void (provider.twisted = { sub: undefined })],
    ['a sub that no database holds', () => void (provider.twisted = { sub: 'a\0b' })],
    ['a key of others', async () => void (provider.key = (await generateKeyPair('ES256')).privateKey)],
    ['another person at userinfo', () => void (provider.userInfo = { sub: 'another' })],
    ['no JSON', () => void (provider.nonsense = '<html>')],
    ['no object', () => void (provider.nonsense = '[]')],
    ['a megabyte', () => void (provider.nonsense = ' '.repeat(1 << 20))],
    ['an error of its own', () => void (provider.error = 'server_error')],
    ['an error of a stranger', () => void (provider.error = 'x'.repeat(2_000))],
  ])('read that the provider does not answer as it should: %s', async (_, twist) => {
    const { visitor, url } = await begin();
    provider.person['email'] = undefined;
    await twist();
    const page = await comeBack(visitor, await callbackOf(url));
    expect([page.status, page.text, page.refresh]).toEqual([200, expect.stringContaining(AWAY), null]);
    expect(isSignedIn(visitor)).toBe(false);
    expect(page.html).toContain('href="/sign-in?return_to=%2Faccount"');
  });

  it.each(['access_denied', 'user_cancelled_authorize'])('read that they are not signed in by %s', async (error) => {
    provider.error = error;
    const { visitor, page } = await arrive();
    expect([page.status, page.text, isSignedIn(visitor)]).toEqual([
      200,
      expect.stringContaining('You are not signed in'),
      false,
    ]);
  });

  it('are told of a return that is unknown or an hour old, and meet no other provider', async () => {
    const { visitor, url } = await begin();
    await server.advance({ minutes: 61 });
    provider.clockOff += 61 * 60_000;
    // Nothing goes on by itself: a provider that loses the state would lead round and round.
    for (const path of [(await callbackOf(url)).slice(server.url.length), '/sign-in/return/own?code=a&state=unknown']) {
      const page = await visitor.get(path);
      expect([page.refresh, page.text, isSignedIn(visitor)]).toEqual([
        null,
        expect.stringContaining('You are not signed in'),
        false,
      ]);
    }
    for (const path of ['/sign-in/return/other?code=a&state=b', '/sign-in/return/OWN'])
      expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.get('/sign-in/providers/other')).next).toBe('/sign-in');
  });

  it('spend nothing and begin nothing where a browser fetches ahead', async () => {
    const { visitor, url } = await begin();
    const landing = (await callbackOf(url)).slice(server.url.length);
    const ahead = { 'sec-purpose': 'prefetch' };
    const page = await visitor.send('GET', landing, undefined, ahead);
    expect([page.refresh, isSignedIn(visitor)]).toEqual([server.url + landing, false]);
    const before = await storedRows(server, 'SELECT hash FROM sign_in_requests');
    await visitor.send('GET', BUTTON, undefined, ahead);
    // Meanwhile rows that are over may be removed.
    expect(before).toEqual(expect.arrayContaining(await storedRows(server, 'SELECT hash FROM sign_in_requests')));
    await comeBack(visitor, server.url + landing);
    expect(isSignedIn(visitor)).toBe(true);
  });

  it('close their account after a new sign-in, if the provider tells when that was', async () => {
    provider.signIn({ auth_time: provider.now() - 3_600 });
    const { visitor } = await arrive();
    const old = await visitor.open('/account/close');
    expect(old.text).toContain('To close your account, first sign in again at Own Provider');
    const again = /href="(\/sign-in\/providers\/own[^"]*)"/.exec(old.html)![1]!.replaceAll('&amp;', '&');
    provider.person['auth_time'] = provider.now();
    const form = await visitProvider(visitor, again);
    expect(provider.asked.authorization!.get('prompt')).toBe('login');
    expect((await visitor.submit(form, '/account/close')).text).toContain('Your name and email were erased');

    provider.signIn({ auth_time: undefined });
    const untold = await arrive();
    expect((await untold.visitor.open('/account/close')).text).toContain('cannot see when you last signed in');
  });

  it('meet no demand of an application if the provider does not tell when they signed in', async () => {
    const developer = await signUp(server);
    const application = await register(server, developer);
    provider.signIn({ auth_time: undefined });
    const query = new URL(authorizeUrl(server, application, { scope: 'openid notes:read', max_age: '60' })).search;
    const returnTo = encodeURIComponent(`/consent${query}`);
    const visitor = new PageVisitor(server);
    const page = await visitProvider(visitor, `/sign-in/providers/own?return_to=${returnTo}`);
    expect([page.text, page.refresh]).toEqual([expect.stringContaining('You signed in too long ago'), null]);
  });

  it('are led there at once where there is no other way, and named by its ids where the settings want it', async () => {
    const server = await TestServer.start({ env: { ...env, PASSWORDS: 'off', SUBJECT: 'theirs' } });
    const sub = provider.signIn();
    const visitor = new PageVisitor(server);
    expect((await visitProvider(visitor, '/account')).text).toContain('Grace Hopper');
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const session = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: { cookie } });
    expect(session.body.account.id).toBe(sub);
    const typed = { email: 'grace@example.com', password: 'a long password' };
    expect((await call('POST', `${server.url}/api/session`, { body: typed })).body).toMatchObject({
      error: 'no_passwords',
      detail: 'accounts have no password here: people sign in at a provider',
    });
    for (const email of ['no address', typed.email]) {
      const { status, next } = await visitor.send('POST', '/password', new URLSearchParams({ email }), {
        origin: server.url,
      });
      expect([status, next]).toEqual([303, '/sign-in']);
    }
    provider.signIn({ sub: 'x'.repeat(40) });
    expect((await visitProvider(new PageVisitor(server), '/account')).text).toContain(AWAY);
    await server.stop();
    expect(server.output).toContain('SUBJECT=theirs needs 1 to 36 visible ASCII characters');
  });

  it('come back by a form where the provider sends one', async () => {
    const { visitor, url } = await begin();
    const code = new URL(await callbackOf(url));
    const fields = new URLSearchParams([...code.searchParams, ['user', '{"name":{}}']]);
    // No cookie of ours comes with it.
    const posted = await new PageVisitor(server).send('POST', code.pathname, fields, { origin: provider.issuer });
    expect([posted.status, posted.next]).toEqual([303, code.pathname + code.search]);
    expect((await comeBack(visitor, server.url + posted.next!)).text).toContain('Grace Hopper');
  });

  it('read at the button that a provider is away or slow, and it works again when it is back', async () => {
    const away = await OwnProvider.start();
    const other = await OwnProvider.start();
    const entries = [provider.entry(), away.entry({ id: 'away' }), other.entry({ id: 'slow', name: 'Slow' })];
    const server = await TestServer.start({ env: { SIGN_IN_PROVIDERS_FILE: fileOf(...entries) } });
    await away.stop();
    const visitor = new PageVisitor(server);
    for (let tries = 0; tries < 3; tries += 1) {
      const page = await visitor.open('/sign-in/providers/away?return_to=/account');
      expect([page.status, page.text, page.refresh]).toEqual([200, expect.stringContaining(AWAY), null]);
    }
    other.nonsense = 'away';
    expect((await visitor.open('/sign-in/providers/slow')).text).toContain('Slow is not responding as expected');
    other.signIn();
    await server.advance({ seconds: 6 });
    expect((await visitProvider(visitor, '/sign-in/providers/slow?return_to=/account')).text).toContain('Grace Hopper');
    await Promise.all([server.stop(), other.stop()]);
    expect(server.output.match(/"provider":"away".*users cannot sign in at a provider/g)).toHaveLength(1);
    expect(server.output).toContain('ECONNREFUSED');
  });

  it('bring no secret to an address without TLS that the metadata names', async () => {
    const other = await OwnProvider.start();
    const server = await TestServer.start({ env: { SIGN_IN_PROVIDERS_FILE: fileOf(other.entry({ id: 'other' })) } });
    other.signIn();
    other.metadata = { token_endpoint: 'http://203.0.113.9/token' };
    const page = await visitProvider(new PageVisitor(server), '/sign-in/providers/other?return_to=/account');
    expect(page.text).not.toContain('Grace Hopper');
    await Promise.all([server.stop(), other.stop()]);
    expect(server.output).toContain('its metadata names http://203.0.113.9/token, but its URLs must use https');
  });

  it('may administrate, by a sign-in of the last minutes', async () => {
    const { visitor } = await arrive();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { body } = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: { cookie } });
    const settings = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    const given = await runHosted(CONSENTRY, ['account', 'admin', body.account.id], { ...env, ...settings });
    expect(given.stderr).toBe('');
    expect((await visitor.open('/account')).text).toContain('Administration');
  });

  it('never have a proof of one email for another', async () => {
    const sub = provider.signIn({ name: undefined, email: 'ceo@victim.example' });
    provider.userInfo = { email: 'me@evil.example', email_verified: true };
    await arrive();
    const rows = await storedRows(server, 'SELECT email, email_verified_at FROM accounts WHERE subject = ?', sub);
    expect(rows).toEqual([{ email: 'ceo@victim.example', email_verified_at: null }]);
  });

  it('keep their session when another site leads to the sign-in', async () => {
    const { visitor } = await arrive();
    const led = await visitor.send('GET', BUTTON, undefined, { 'sec-fetch-site': 'cross-site' });
    expect([led.status, led.next]).toEqual([303, '/sign-in?return_to=%2Faccount']);
    expect((await visitor.open(led.next!)).text).toContain('Choose an account');
    const away = await new PageVisitor(server).send('GET', BUTTON, undefined, { 'sec-fetch-site': 'cross-site' });
    expect(away.refresh).toContain(provider.issuer);
  });

  it('sign in by what was known of the provider where its metadata cannot be had any more', async () => {
    provider.metadata = { issuer: 'https://evil.example' };
    await server.advance({ minutes: 61 });
    provider.clockOff += 61 * 60_000;
    expect((await arrive()).page.text).toContain('Grace Hopper');
  });

  it('never make its secret known', () => {
    expect(server.output).toContain('users cannot sign in at a provider');
    expect(server.output).not.toContain('its secret');
  });
});
