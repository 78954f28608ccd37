import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { textLike } from '@consentry/test-support/world/anything';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { OwnProvider, callbackOf, comeBack, visitProvider } from '@consentry/test-support/world/own-provider';
import {
  type Account,
  authorizeUrl,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

describe('a login of a team beside other ways', () => {
  let app: OwnLogin;
  beforeAll(async () => void (app = await OwnLogin.start()));
  afterAll(() => app.stop());
  beforeEach(() => {
    app.person = null;
    app.issuer = undefined;
  });

  it('keeps the accounts and grants that JWTs of the team have made, and takes the JWTs on', async () => {
    const team = await ForeignIssuer.start();
    const trusted = { TRUSTED_ISSUERS: JSON.stringify([{ issuer: team.issuer, jwks_uri: team.jwksUri }]) };
    const server = await TestServer.start({ env: trusted });
    const sub = unique();
    const jwt = async () => ({ authorization: `Bearer ${await team.mint({ aud: server.url, sub, name: 'Grace' })}` });
    const { body } = await call<{ account: Account }>('GET', `${server.url}/api/session`, { headers: await jwt() });
    const account = { ...body.account, session: await jwt() };
    const tokens = await obtainTokens(server, account, await register(server, account, { name: 'Photo Printer' }));

    await server.restart({ ...trusted, SIGN_IN_URL: app.url, SIGN_IN_ISSUER: team.issuer });
    app.issuer = team.issuer;
    app.signIn({ sub });
    const page = await walk(new PageVisitor(server), '/account/apps');
    expect(page.text).toContain('Photo Printer');
    expect(await storedRows(server, 'SELECT id, name FROM accounts WHERE subject = ?', sub)).toEqual([
      { id: account.id, name: 'Grace Hopper' },
    ]);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    expect((await call('GET', `${server.url}/api/session`, { headers: await jwt() })).status).toBe(200);
    await Promise.all([server.stop(), team.stop()]);
  });

  it('offers both ways where passwords stay on, and keeps both kinds of accounts apart', async () => {
    const server = await TestServer.start({ env: { SIGN_IN_URL: app.url, PASSWORDS: 'on' } });
    const { email, password } = await signUp(server, { name: 'Ada Lovelace' });
    const visitor = new PageVisitor(server);
    const page = await visitor.open('/account');
    expect([page.refresh, page.text]).toEqual([null, expect.stringContaining(`Sign in at ${new URL(app.url).host}`)]);
    const own = await visitor.submit(page, '/sign-in', { email, password });
    expect(own.text).toContain('Ada Lovelace');

    app.signIn({ email, email_verified: true });
    const theirs = await walk(new PageVisitor(server), '/sign-in/app?return_to=/account');
    expect(theirs.text).toContain('Grace Hopper');
    const rows = await storedRows(server, 'SELECT name FROM accounts WHERE email = ? ORDER BY name', email);
    expect(rows).toEqual([{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }]);
    // A session by password is never asked of the app.
    await server.advance({ seconds: 301 });
    expect((await visitor.open('/account')).text).toContain('Ada Lovelace');
    await server.stop();
  });

  describe('with a provider', () => {
    let provider: OwnProvider;
    let server: TestServer;

    beforeAll(async () => {
      provider = await OwnProvider.start();
      const file = join(freshDir(), 'providers.json');
      writeFileSync(file, JSON.stringify([provider.entry()]));
      server = await TestServer.start({ env: { SIGN_IN_URL: app.url, SIGN_IN_PROVIDERS_FILE: file } });
    });
    afterAll(() => Promise.all([server.stop(), provider.stop()]));
    beforeEach(() => {
      provider.signIn({ name: 'Jean Bartik' });
      app.asked.length = 0;
    });

    const leadingOn = async (visitor: PageVisitor, door: string, parameter: string) => {
      const { refresh } = await visitor.open(`/sign-in/${door}?return_to=/account`);
      return { url: refresh!, secret: new URL(refresh!).searchParams.get(parameter)! };
    };

    it('answers no request of the provider, and the provider none of the app', async () => {
      const atProvider = new PageVisitor(server);
      const { url, secret: state } = await leadingOn(atProvider, 'providers/own', 'state');
      app.signIn();
      const foreign = await app.answer({ iss: server.url, jti: state });
      expect([foreign.status, foreign.body.redirect_to]).toEqual([409, textLike(/return\?request=/)]);
      expect((await comeBack(atProvider, await callbackOf(url))).text).toContain('Jean Bartik');

      const atApp = new PageVisitor(server);
      const { secret } = await leadingOn(atApp, 'app', 'request');
      const request = await app.read(secret);
      const page = await atApp.open(`/sign-in/return/own?code=code&state=${request.jti}`);
      expect([page.text, page.refresh]).toEqual([textLike(/You are not signed in/), null]);
      const { body } = await app.answer(request);
      expect((await atApp.open(body.redirect_to!.slice(server.url.length))).text).toContain('Grace Hopper');
    });

    it('is never asked about a session for which the provider vouched, nor silently', async () => {
      const visitor = new PageVisitor(server);
      expect((await visitProvider(visitor, '/sign-in/providers/own?return_to=/account')).text).toContain('Jean Bartik');
      // At the app another person is signed in.
      app.signIn();
      await server.advance({ minutes: 30 });
      const page = await visitor.get('/account');
      expect([page.status, page.text]).toEqual([200, textLike(/Jean Bartik/)]);

      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const application = await register(server, { session: { cookie } } as unknown as Account);
      const silent = authorizeUrl(server, application, { prompt: 'none' }).slice(server.url.length);
      const answer = await walk(visitor, silent);
      expect([new URL(answer.next!).searchParams.get('error'), app.asked]).toEqual(['consent_required', []]);
      expect((await visitor.get('/sign-in/silent?prompt=none')).refresh).toBeNull();
      expect([(await visitor.get('/account')).text, app.asked]).toEqual([textLike(/Jean Bartik/), []]);
    });
  });

  it('signs 200 people in at once', async () => {
    const server = await TestServer.start({ env: { SIGN_IN_URL: app.url, SUBJECT: 'theirs' } });
    const people = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const visitor = new PageVisitor(server);
        const leading = await visitor.open('/account');
        const request = await app.read(new URL(leading.refresh!).searchParams.get('request')!);
        const sub = unique();
        const more = { sub, name: sub, auth_time: Math.floor(app.now() / 1000) };
        const { body } = await app.answer(request, more);
        return { sub, page: await visitor.open(body.redirect_to!.slice(server.url.length)) };
      }),
    );
    for (const { sub, page } of people) expect([page.status, page.text]).toEqual([200, expect.stringContaining(sub)]);
    expect(server.output).not.toMatch(/"status":5\d\d/);
    await server.stop();
  });
});
