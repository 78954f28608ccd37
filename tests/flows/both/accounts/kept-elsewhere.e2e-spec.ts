import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { hostedAccount, refused } from '@consentry/test-support/server/account-command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { textLike } from '@consentry/test-support/world/anything';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { Mailbox, tokenIn } from '@consentry/test-support/world/mailbox';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';
import { OwnProvider, visitProvider } from '@consentry/test-support/world/own-provider';
import { expectProblem } from '@consentry/test-support/world/problem';
import { type Account, call, signUp, unique } from '@consentry/test-support/world/world';

const ELSEWHERE = 'is not kept here: this account signs in at another issuer';

describe('the email and the password of an account of another issuer', () => {
  const mailbox = new Mailbox();
  let team: ForeignIssuer;
  let app: OwnLogin;
  let provider: OwnProvider;
  let server: TestServer;

  beforeAll(async () => {
    await mailbox.start();
    team = await ForeignIssuer.start();
    [app, provider] = [await OwnLogin.start(), await OwnProvider.start()];
    const file = join(freshDir(), 'providers.json');
    writeFileSync(file, JSON.stringify([provider.entry()]));
    const trusted = [{ issuer: team.issuer, jwks_uri: team.jwksUri }];
    const doors = { SIGN_IN_URL: app.url, SIGN_IN_PROVIDERS_FILE: file, PASSWORDS: 'on' };
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(trusted), ...doors, ...mailbox.env } });
  });
  afterAll(() => Promise.all([server.stop(), team.stop(), app.stop(), provider.stop(), mailbox.stop()]));

  const bearer = async () => {
    const token = await team.mint({ aud: server.url, sub: unique(), name: 'Grace', email: 'grace@team.example' });
    return { authorization: `Bearer ${token}` };
  };
  const api = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    call<{ account: Account; errors: unknown[] }>(method, `${server.url}/api/${path}`, { headers, body });
  const rowOf = async (id: string) => {
    const select = 'SELECT name, email, email_key, password_hash, closed_at FROM accounts WHERE id = ?';
    return (await storedRows(server, select, id))[0];
  };
  const GRACE_ELSEWHERE = { name: 'Grace', email: 'grace@team.example' };
  const GRACE = { ...GRACE_ELSEWHERE, email_key: null, password_hash: null, closed_at: null };

  it('are refused by the API in words, and nothing is mailed', async () => {
    const headers = await bearer();
    const { id } = (await api('GET', 'session', headers)).body.account;
    const email = `${unique()}@example.com`;
    for (const [field, answer] of [
      ['password', await api('PATCH', 'account', headers, { password: 'a new password', name: 'Eve' })],
      ['email', await api('POST', 'account/email', headers, { email })],
    ] as const) {
      expectProblem(answer, 400, field);
      expect(answer.body.errors).toEqual([{ field, detail: ELSEWHERE }]);
    }
    expect((await api('POST', 'account/email/verification', headers)).status).toBe(202);
    expect(await rowOf(id)).toEqual(GRACE);
    const kinds = await storedRows(server, 'SELECT kind FROM events WHERE account_id = ?', id);
    expect(kinds).toEqual([{ kind: 'account.created' }]);
  });

  const arriveBy = {
    app: async (visitor: PageVisitor) => {
      app.signIn(GRACE_ELSEWHERE);
      await walk(visitor, '/sign-in/app?return_to=/account');
    },
    provider: async (visitor: PageVisitor) => {
      provider.signIn(GRACE_ELSEWHERE);
      await visitProvider(visitor, '/sign-in/providers/own?return_to=/account');
    },
  };

  it.each(['app', 'provider'] as const)('are refused to a session of the %s, by the API and by pages', async (door) => {
    const visitor = new PageVisitor(server);
    await arriveBy[door](visitor);
    const headers = { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const origin = new URL(server.url).origin;
    const { id } = (await api('GET', 'session', headers)).body.account;
    const email = `${unique()}@example.com`;
    const password = 'a new password';
    const same = { ...headers, origin };
    for (const [field, answer] of [
      ['password', await api('PATCH', 'account', same, { password, current_password: password })],
      ['email', await api('POST', 'account/email', same, { email, current_password: password })],
    ] as const)
      expect([answer.status, answer.body.errors]).toEqual([400, [{ field, detail: ELSEWHERE }]]);
    for (const [part, value] of Object.entries({ email, password, name: 'Eve' })) {
      const path = `/account/${part}`;
      const form = new URLSearchParams({ [part]: value, current_password: password });
      const sent = await visitor.send('POST', path, form, { origin });
      expect([part, sent.status, (await visitor.get(path)).status]).toEqual([part, 404, 404]);
    }
    expect(await rowOf(id)).toEqual(GRACE);
    for (const known of [email, GRACE.email])
      expect((await api('POST', 'accounts/password-reset', {}, { email: known })).status).toBe(202);
    expect((await api('POST', 'session', {}, { email: GRACE.email, password })).status).toBe(401);
    // Mails are written in the order in which they were asked for.
    const other = await signUp(server);
    await mailbox.next(other.email);
    expect(mailbox.mails.filter(({ to }) => to === email || to === GRACE.email)).toEqual([]);
  });

  it('are not taken by the forms of pages, which know the cookie alone', async () => {
    const headers = await bearer();
    const { id } = (await api('GET', 'session', headers)).body.account;
    const visitor = new PageVisitor(server, headers);
    const origin = new URL(server.url).origin;
    const email = `${unique()}@example.com`;
    const forms: [string, Record<string, string>][] = [
      ['name', { name: 'Eve' }],
      ['email', { email }],
      ['password', { password: 'a new password' }],
      ['email/verification', {}],
      ['close', {}],
    ];
    for (const [part, typed] of forms) {
      const answer = await visitor.send('POST', `/account/${part}`, new URLSearchParams(typed), { origin });
      expect([part, answer.status, answer.next]).toEqual([part, 303, textLike(/^\/sign-in\?return_to=%2Faccount/)]);
    }
    for (const path of ['/account', '/account/export', '/account/apps', '/account/sessions', '/account/history'])
      expect([path, (await visitor.get(path)).next]).toEqual([path, textLike(/^\/sign-in\?return_to=/)]);
    expect(await rowOf(id)).toEqual(GRACE);
  });

  it('leave pages alone: a session token in the header signs nobody in there, and a bad one nobody out', async () => {
    const account = await signUp(server);
    const { headers } = await api('POST', 'session', {}, { email: account.email, password: account.password });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    expect((await new PageVisitor(server, account.session).get('/account')).status).toBe(303);
    const authorization = 'Bearer nonsense';
    expect((await new PageVisitor(server, { cookie, authorization }).get('/account')).status).toBe(200);
    expect((await api('GET', 'session', { cookie, authorization })).status).toBe(401);
  });

  describe('where they are stored nevertheless', () => {
    let account: Account;
    let mailed: { reset: string; email: string };

    /** Of an account with a password and a confirmed email, whose mails are still valid. */
    beforeEach(async () => {
      account = await signUp(server);
      await mailbox.next(account.email);
      await changeStored(server, 'UPDATE accounts SET email_verified_at = 1 WHERE id = ?', account.id);
      expect((await api('POST', 'accounts/password-reset', {}, { email: account.email })).status).toBe(202);
      const email = `${unique()}@example.com`;
      const change = { email, current_password: account.password };
      const reset = tokenIn(await mailbox.next(account.email));
      expect((await api('POST', 'account/email', account.session, change)).status).toBe(202);
      mailed = { reset, email: tokenIn(await mailbox.next(email)) };
      await mailbox.next(account.email);
      const make = 'UPDATE accounts SET issuer = ?, subject = ? WHERE id = ?';
      await changeStored(server, make, team.issuer, unique(), account.id);
    });

    it('sign nobody in: the answer is that to a wrong password', async () => {
      const right = await api('POST', 'session', {}, { email: account.email, password: account.password });
      const wrong = await api('POST', 'session', {}, { email: account.email, password: 'a wrong password' });
      const unknown = await api('POST', 'session', {}, { email: `${unique()}@example.com`, password: 'a password' });
      expect([right.status, right.text, right.headers.get('set-cookie')]).toEqual([401, wrong.text, null]);
      expect([unknown.status, unknown.text]).toEqual([401, wrong.text]);
    });

    // A hash takes ten times as long as the rest.
    it('are refused in the time that a wrong password takes', async () => {
      const timed = async (email: string) => {
        const startedAt = performance.now();
        expect((await api('POST', 'session', {}, { email, password: account.password })).status).toBe(401);
        return performance.now() - startedAt;
      };
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let pair = 0; pair < 5; pair += 1) {
        times.known.push(await timed(account.email));
        times.unknown.push(await timed(`${unique()}@example.com`));
      }
      const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1]!;
      expect(median(times.known) / median(times.unknown)).toBeGreaterThan(1 / 4);
    });

    it('are not reset by mail: the answer is that to an unknown email, and no mail follows', async () => {
      const { email } = account;
      const known = await api('POST', 'accounts/password-reset', {}, { email });
      const other = await signUp(server);
      const unknown = await api('POST', 'accounts/password-reset', {}, { email: `${unique()}@example.com` });
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      // Mails are written in the order in which they were asked for.
      expect((await api('POST', 'accounts/password-reset', {}, { email: other.email })).status).toBe(202);
      await mailbox.next(other.email);
      await mailbox.next(other.email);
      expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([]);
    });

    it('are not changed by a link that was mailed before', async () => {
      const before = await rowOf(account.id);
      expectProblem(
        await api('POST', 'accounts/password', {}, { token: mailed.reset, password: 'a new password' }),
        400,
        'token',
      );
      const typed = { token: mailed.email, password: account.password };
      expectProblem(await api('POST', 'accounts/email', {}, typed), 400, 'token');
      expect(await rowOf(account.id)).toEqual(before);
    });

    it('are not changed by an administrator or the operator', async () => {
      const admin = await makeAdministrator(server);
      const sent = await administer(server, admin, 'POST', `/accounts/${account.id}/password-reset`);
      expect([sent.status, sent.body['detail']]).toEqual([
        409,
        'this account has no password here: it signs in at another issuer',
      ]);
      expect(await hostedAccount(server.dataDir, ['password', account.email], 'a new password')).toEqual(
        refused(`password ${ELSEWHERE}`),
      );
      expect(await hostedAccount(server.dataDir, ['admin', account.id])).toEqual(
        refused('this account signs in at another issuer, whose tokens never carry the administrator role'),
      );
    });
  });
});
