import { decodeJwt } from 'jose';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { FeedReader } from '@consentry/test-support/world/feed-reader';
import { LogoutReceiver } from '@consentry/test-support/world/logout-receiver';
import { EVENTS, OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { RESOURCES, settingsOf } from '@consentry/test-support/world/two-resources';
import { type Account, call, obtainTokens, register, unique } from '@consentry/test-support/world/world';
import { ClaimsHost } from '../../support/claims-host';

const SESSIONS = 'SELECT id FROM sign_in_sessions WHERE account_id = ? AND revoked_at IS NULL';

/** Its applications are the team's own, so that the team's claims go to each. */
const NOTES = { ...RESOURCES.both[0]!, first_party_clients: '*' };

describe('what the app tells of its people', () => {
  const claims = new ClaimsHost();
  let app: OwnLogin;
  let server: TestServer;

  beforeAll(async () => {
    [app] = [await OwnLogin.start(), await claims.start()];
    const env = { SIGN_IN_URL: app.url, SUBJECT: 'theirs', ...settingsOf([NOTES]), CLAIMS_URL: claims.url };
    server = await TestServer.start({ env });
    claims.trust(server);
  });
  afterAll(() => Promise.all([server.stop(), app.stop(), claims.stop()]));

  async function arrive(more: Parameters<OwnLogin['signIn']>[0] = {}) {
    const { sub } = app.signIn(more);
    const visitor = new PageVisitor(server);
    await walk(visitor, '/account');
    return { visitor, sub };
  }

  const accountOf = async (sub: string) =>
    (await storedRows(server, 'SELECT disabled_at, admin_since FROM accounts WHERE id = ?', sub))[0];

  it('ends the session of a sign-out, or all of them', async () => {
    const { sub } = await arrive({ sid: 'laptop' });
    await arrive({ sub, sid: 'phone' });
    await arrive({ sub, sid: 'tablet' });
    expect((await app.tell(server, EVENTS.signedOut, { sub, sid: 'phone' })).status).toBe(204);
    expect(await storedRows(server, SESSIONS, sub)).toHaveLength(2);
    expect((await app.tell(server, EVENTS.signedOut, { sub, sid: 'unknown' })).status).toBe(204);
    expect(await storedRows(server, SESSIONS, sub)).toHaveLength(2);
    expect((await app.tell(server, EVENTS.signedOut, { sub })).status).toBe(204);
    expect(await storedRows(server, SESSIONS, sub)).toEqual([]);
  });

  it('switches a leaver off at once, also the last administrator, and on again', async () => {
    const { visitor, sub } = await arrive();
    await changeStored(server, 'UPDATE accounts SET admin_since = 1 WHERE id = ?', sub);
    expect((await app.tell(server, EVENTS.disabled, { sub })).status).toBe(204);
    expect(await accountOf(sub)).toEqual({ disabled_at: expect.any(Number) as number, admin_since: 1 });
    expect((await visitor.get('/account')).next).toMatch(/^\/sign-in/);
    expect((await walk(new PageVisitor(server), '/account')).status).toBe(403);
    expect((await app.tell(server, EVENTS.enabled, { sub })).status).toBe(204);
    expect((await walk(new PageVisitor(server), '/account')).status).toBe(200);
  });

  it('remembers a leaver who never came, and forgets nobody who is unknown otherwise', async () => {
    const { sub } = app.signIn();
    for (const event of [EVENTS.signedOut, EVENTS.enabled])
      expect((await app.tell(server, event, { sub })).status).toBe(204);
    expect(await accountOf(sub)).toBeUndefined();
    expect((await app.tell(server, EVENTS.disabled, { sub })).status).toBe(204);
    expect((await walk(new PageVisitor(server), '/account')).status).toBe(403);
  });

  it('reaches services and applications, which are told the id that the team knows', async () => {
    const { visitor, sub } = await arrive({ sid: 'laptop' });
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const account = { session: { cookie } } as unknown as Account;
    const client = await LogoutReceiver.start();
    const application = await register(server, account, { backchannel_logout_uri: client.url });
    const tokens = await obtainTokens(server, account, application, { scope: 'openid notes:read' });
    const { client_id, client_secret } = application;
    const body = new URLSearchParams({ token: tokens.access_token, client_id, client_secret });
    const { id_token: idToken } = tokens as typeof tokens & { id_token: string };
    const introspected = await call('POST', `${server.url}/oauth2/introspect`, { body });
    expect([decodeJwt(tokens.access_token).sub, decodeJwt(idToken).sub, introspected.body.sub]).toEqual([
      sub,
      sub,
      sub,
    ]);
    expect(claims.asked.at(-1)!.payload.account).toMatchObject({ id: sub, issuer: app.url, subject: sub });

    await app.tell(server, EVENTS.signedOut, { sub, sid: 'laptop' });
    const [told] = await client.count(1);
    expect(decodeJwt(told!.form['logout_token']!).sub).toBe(sub);
    const feed = await FeedReader.open(server);
    await app.tell(server, EVENTS.disabled, { sub });
    await feed.refused('grant', `${sub}\0${client_id}`);
    feed.close();
    client.stop();
  });

  it('carries an event out once, however often it comes', async () => {
    const { sub } = await arrive();
    const frame = { aud: server.url, sub, jti: unique() };
    const event = await app.sign({ ...frame, events: { [EVENTS.disabled]: {} } }, 'secevent+jwt');
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.sendEvent(server, event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
    await app.tell(server, EVENTS.enabled, { sub });
    expect((await app.sendEvent(server, event)).status).toBe(204);
    expect(await accountOf(sub)).toMatchObject({ disabled_at: null });
  });

  it('refuses what is no event of now, in words', async () => {
    const sub = unique();
    const now = Math.floor(app.now() / 1000);
    const cases: [string, object][] = [
      ['events must have exactly one of the members', { events: {} }],
      ['events must have exactly one of the members', { events: { [EVENTS.disabled]: {}, [EVENTS.enabled]: {} } }],
      ['events must have exactly one of the members', { events: { 'https://example.com/other': {} } }],
      ['iat is not within the last 60 seconds', { iat: now - 120 }],
      ['iat', { iat: undefined }],
      ['jti', { jti: undefined }],
      ['sub', { sub: undefined }],
      ['aud', { aud: 'https://other.example' }],
    ];
    for (const [reason, claims] of cases) {
      const { status, body } = await app.tell(server, EVENTS.disabled, { sub, ...claims });
      expect([status, body]).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining(reason) as string },
      ]);
    }
    expect(await accountOf(sub)).toBeUndefined();
  });
});
