import { createHash } from 'node:crypto';
import { SignJWT, generateKeyPair } from 'jose';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { EVENTS, OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { call, unique } from '@consentry/test-support/world/world';

describe('attacks on a sign-in at the login of a team', () => {
  let app: OwnLogin;
  let server: TestServer;

  beforeAll(async () => {
    app = await OwnLogin.start();
    server = await TestServer.start({ env: { SIGN_IN_URL: app.url } });
  });
  afterAll(() => Promise.all([server.stop(), app.stop()]));
  beforeEach(() => {
    app.person = null;
  });

  /** A browser that was sent to the app, and the request that it brings there. */
  async function begin(path = '/account') {
    const visitor = new PageVisitor(server);
    const page = await visitor.open(path);
    const request = new URL(page.refresh!).searchParams.get('request')!;
    return { visitor, request: await app.read(request), text: request };
  }

  const pathOf = (url: string | undefined) => url!.slice(server.url.length);
  const isSignedIn = (visitor: PageVisitor) => visitor.cookies.has(sessionCookie(server));

  it('lands a sign-in in no browser but the one that began it, and spends the ticket', async () => {
    const [victim, thief] = [await begin(), await begin()];
    app.signIn();
    const { body } = await app.answer(thief.request);
    const landing = pathOf(body.redirect_to);
    for (const visitor of [victim.visitor, new PageVisitor(server)]) {
      const page = await visitor.open(landing);
      expect([page.status, page.text, isSignedIn(visitor)]).toEqual([
        400,
        expect.stringContaining('You started signing in elsewhere'),
        false,
      ]);
    }
    await thief.visitor.get(landing);
    expect(isSignedIn(thief.visitor)).toBe(false);
  });

  it('takes a ticket once, also where a page is loaded by many at once', async () => {
    const { visitor, request } = await begin();
    app.signIn();
    const landing = pathOf((await app.answer(request)).body.redirect_to);
    const pages = await Promise.all(Array.from({ length: 10 }, () => visitor.get(landing)));
    expect(pages.map(({ status, next }) => [status, next])).toEqual(Array(10).fill([303, '/account']));
    const given = pages.filter(({ headers }) => headers.getSetCookie().some((line) => line.includes('session')));
    expect(given).toHaveLength(1);
    expect(isSignedIn(visitor)).toBe(true);
  });

  it('leads on where the browser was, with a ticket that is spent, older than two minutes, or not the newest', async () => {
    const { visitor, request } = await begin('/account/history');
    app.signIn();
    const first = pathOf((await app.answer(request)).body.redirect_to);
    const newest = pathOf((await app.answer(request)).body.redirect_to);
    expect((await visitor.get(first)).next).toBe('/account/apps');
    expect(isSignedIn(visitor)).toBe(false);
    expect((await visitor.get(newest)).next).toBe('/account/history');
    expect((await visitor.get(newest)).next).toBe('/account/history');
    const late = await begin('/account/history');
    const ticket = pathOf((await app.answer(late.request)).body.redirect_to);
    await server.advance({ minutes: 3 });
    app.clockOff += 180_000;
    expect([(await late.visitor.get(ticket)).next, isSignedIn(late.visitor)]).toEqual(['/account/history', false]);
  });

  it('resumes a request that landed or is over in its own browser alone', async () => {
    const { visitor, request } = await begin('/account/history');
    app.signIn();
    await visitor.get(pathOf((await app.answer(request)).body.redirect_to));
    const again = await app.answer(request);
    expect([again.status, again.body.error]).toEqual([409, 'invalid_request']);
    const resume = pathOf(again.body.redirect_to);
    expect((await visitor.get(resume)).next).toBe('/account/history');
    expect((await new PageVisitor(server).get(resume)).next).toBe('/account/apps');
    const unknown = await app.answer({ iss: server.url, jti: unique() });
    expect(unknown.status).toBe(409);
    expect((await visitor.get(pathOf(unknown.body.redirect_to))).next).toBe('/account/apps');
  });

  it('never leads to another site', async () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', '/oauth2/authorize/../..//evil']) {
      const { visitor, request } = await begin(`/sign-in?return_to=${encodeURIComponent(path)}`);
      app.signIn();
      const landed = await visitor.get(pathOf((await app.answer(request)).body.redirect_to));
      expect([path, landed.next]).toEqual([path, '/account/apps']);
    }
  });

  it('spends nothing where a browser fetches ahead', async () => {
    const { visitor, request } = await begin();
    const before = await storedRows(server, 'SELECT hash FROM sign_in_requests');
    app.signIn();
    const landing = pathOf((await app.answer(request)).body.redirect_to);
    const ahead = { 'sec-purpose': 'prefetch' };
    for (const path of ['/sign-in', '/sign-in/app']) await visitor.send('GET', path, undefined, ahead);
    const page = await visitor.send('GET', landing, undefined, ahead);
    expect([page.status, page.refresh]).toEqual([200, server.url + landing]);
    expect(isSignedIn(visitor)).toBe(false);
    expect(await storedRows(server, 'SELECT hash FROM sign_in_requests')).toHaveLength(before.length);
    await visitor.get(landing);
    expect(isSignedIn(visitor)).toBe(true);
  });

  it('begins nothing for a picture or a frame of another site, which would use up the limit of a person', async () => {
    const count = async () => (await storedRows(server, 'SELECT hash FROM sign_in_requests')).length;
    const before = await count();
    for (const dest of ['image', 'iframe', 'script', 'empty'])
      for (const path of ['/sign-in', '/sign-in/app'])
        await new PageVisitor(server).send('GET', path, undefined, { 'sec-fetch-dest': dest });
    expect(await count()).toBe(before);
    await new PageVisitor(server).send('GET', '/sign-in', undefined, { 'sec-fetch-dest': 'document' });
    expect(await count()).toBe(before + 1);
  });

  it('tells the app what is wrong with an answer, and keeps nothing of it', async () => {
    const { request } = await begin();
    app.signIn({ email: 'grace@example.com' });
    const now = Math.floor(app.now() / 1000);
    const cases: [string, Parameters<OwnLogin['answerTo']>[1]][] = [
      ['aud', { aud: 'https://other.example' }],
      ['aud must be this server only', { aud: [server.url, 'https://other.example'] }],
      ['iss', { iss: 'https://evil.example' }],
      ['exp', { iat: now - 200, exp: now - 140 }],
      ['more than 60 seconds', { exp: now + 61 }],
      ['in the future', { iat: now + 40, exp: now + 90 }],
      ['nonce', { nonce: undefined }],
      ['sub', { sub: undefined }],
      ['sub', { sub: '' }],
      ['sub', { sub: 'x'.repeat(256) }],
      ['auth_time', { auth_time: undefined }],
      ['auth_time', { auth_time: now + 100 }],
      ['sid', { sid: '' }],
      ['error', { error: 'no_time' }],
      ['both error and sub', { error: 'login_required' }],
    ];
    for (const [reason, claims] of cases) {
      const { status, body } = await app.answer(request, claims);
      expect([status, body]).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining(reason) as string },
      ]);
      expect(body.error_description).not.toContain('grace');
    }
    const hash = createHash('sha256').update(request.jti!).digest('hex');
    expect(await storedRows(server, 'SELECT answer FROM sign_in_requests WHERE hash = ?', hash)).toEqual([
      { answer: null },
    ]);
  });

  it('takes no JWT of another kind, or by another key, for an answer', async () => {
    const { request, text } = await begin();
    const person = app.signIn();
    const answer = await app.answerTo(request);
    const { privateKey } = await generateKeyPair('ES256');
    const claims = JSON.parse(Buffer.from(answer.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
    const signedBy = (key: Parameters<SignJWT['sign']>[0], header: { alg: string; typ: string; kid?: string }) =>
      new SignJWT(claims).setProtectedHeader(header).sign(key);
    const foreign = [
      await app.sign(claims, 'JWT'),
      await app.sign(claims, 'secevent+jwt'),
      await signedBy(privateKey, { alg: 'ES256', typ: 'sign-in+jwt', kid: 'app' }),
      await signedBy(new TextEncoder().encode('x'.repeat(32)), { alg: 'HS256', typ: 'sign-in+jwt' }),
      ...[text, 'nonsense', '', 'a.b.c', answer.slice(0, -3)],
    ];
    for (const token of foreign) expect((await app.send(server.url, token)).status).toBe(400);
    // An answer is no session token of the API, and no event.
    const bearer = await call('GET', `${server.url}/api/session`, { headers: { authorization: `Bearer ${answer}` } });
    expect(bearer.status).toBe(401);
    expect((await app.sendEvent(server, answer)).status).toBe(400);
    expect(await storedRows(server, 'SELECT id FROM accounts WHERE subject = ?', person.sub)).toEqual([]);
  });

  it.each(['failing', 'nonsense', 'slow'] as const)('says that the keys of the app cannot be had: %s', async (keys) => {
    const other = await OwnLogin.start();
    const own = await TestServer.start({ env: { SIGN_IN_URL: other.url } });
    other.keys = keys;
    const visitor = new PageVisitor(own);
    const request = new URL((await visitor.open('/account')).refresh!).searchParams.get('request')!;
    other.signIn();
    const answer = await other.answerTo(await other.read(request));
    const refused = await other.send(own.url, answer);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await own.logged(/the keys of the token issuer cannot be fetched.*another issuer's JWT was refused/);
    other.keys = 'served';
    expect((await other.send(own.url, answer)).status).toBe(200);
    await Promise.all([own.stop(), other.stop()]);
  });

  it('tells its operator too why it refused an answer or an event, once for many', async () => {
    // The server logs a reason once a minute, and other tests caused some of these.
    await server.advance({ minutes: 2 });
    app.clockOff += 120_000;
    const { request } = await begin();
    const from = server.output.length;
    app.signIn();
    for (let sent = 0; sent < 3; sent += 1) await app.answer(request, { aud: 'https://other.example.com' });
    await app.tell(server, EVENTS.signedOut, { sub: app.person!.sub, jti: undefined });
    await server.logged('jti', from);
    const lines = server.output.slice(from).split('\n');
    const told = lines.filter((line) => line.includes("another issuer's JWT was refused"));
    expect(told.map((line) => (JSON.parse(line) as { issuer: string; reason: string }).reason)).toEqual([
      expect.stringMatching(/aud/),
      expect.stringMatching(/jti/),
    ]);
    for (const line of told) expect(line).not.toContain(app.person!.sub);
  });

  it('shows one button where nobody was signed in, the account is off, or the person is gone: never a way round', async () => {
    const { visitor, request } = await begin();
    const denied = await app.answer(request, { error: 'access_denied', sub: undefined, auth_time: undefined });
    const page = await walk(visitor, pathOf(denied.body.redirect_to));
    expect([page.status, page.refresh, page.text]).toEqual([200, null, expect.stringContaining('not signed in')]);
    const { sub } = app.signIn();
    expect((await app.tell(server, EVENTS.disabled, { sub })).status).toBe(204);
    const off = await walk(new PageVisitor(server), '/account');
    expect([off.status, off.refresh, off.text]).toEqual([403, null, expect.stringContaining('cannot be used here')]);
  });

  it('counts the sign-ins that strangers begin, and a page says so', async () => {
    const own = await TestServer.start({ env: { SIGN_IN_URL: app.url, SIGN_IN_CONFIRM: '1' } });
    // The clock of the other server was moved.
    app.clockOff = 0;
    const office = [new PageVisitor(own), new PageVisitor(own)] as const;
    for (const person of office) {
      app.signIn();
      await walk(person, '/account');
    }
    const visitor = new PageVisitor(own);
    for (let begun = 0; begun < 600; begun += 1) await visitor.get('/sign-in');
    const page = await visitor.get('/sign-in');
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many')]);

    // Confirmations from the same address are counted by account: more than strangers ever had in a quarter of an hour.
    await own.advance({ seconds: 2 });
    const confirm = async (person: PageVisitor, times: number) => {
      const statuses = new Set<number>();
      for (let asked = 0; asked < times; asked += 1) statuses.add((await person.get('/account')).status);
      return [...statuses];
    };
    expect(await Promise.all(office.map((person) => confirm(person, 160)))).toEqual([[200], [200]]);
    expect(await confirm(office[0], 41)).toEqual([200, 429]);
    expect(await confirm(office[1], 1)).toEqual([200]);
    await own.stop();
  });
});
