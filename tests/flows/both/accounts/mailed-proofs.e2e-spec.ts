import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { filedMails, tokenIn } from '@consentry/test-support/world/mailbox';
import { givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { everythingStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const MINUTES = 60_000;

describe('mails of accounts', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/api/${path}`, { body, headers });
  const session = (headers: Record<string, string>) => call('GET', `${server.url}/api/session`, { headers });
  const emailOf = async (headers: Record<string, string>) =>
    (await call('GET', `${server.url}/api/account/email`, { headers })).body;
  const verify = (token: string, more: object = {}, headers = {}) =>
    post('accounts/verification', { token, ...more }, headers);
  const reset = (token: string, password: string, more: object = {}) =>
    post('accounts/password', { token, password, ...more });
  const askReset = (email: string, headers = {}) => post('accounts/password-reset', { email }, headers);
  const trySignIn = ({ email, password }: { email: string; password: string }) => post('session', { email, password });
  const eventsOf = async ({ id }: { id: string }) =>
    (await storedRows<{ kind: string }>(server, 'SELECT kind FROM events WHERE account_id = ? ORDER BY id', id)).map(
      ({ kind }) => kind,
    );

  async function verified() {
    const { account, token } = await signUpByMail();
    const { body } = await verify(token, {}, account.session);
    return { ...account, session: { authorization: `Bearer ${body['session_token'] as string}` } };
  }

  async function resetLink({ email }: { email: string }) {
    expect((await askReset(email)).status).toBe(202);
    for (;;) {
      const mail = await mailbox.next(email);
      if (mail.text.includes('?token=')) return tokenIn(mail);
    }
  }

  /** An application with tokens and an unspent code of the account. */
  async function givenAccess(account: Account, to?: Application) {
    const application = to ?? (await register(server, await signUp(server)));
    const tokens = await obtainTokens(server, account, application);
    const code = await obtainCode(server, account, application);
    return {
      application,
      isAlive: async () => [
        (await refresh(server, tokens.refresh_token)).status,
        (await exchange(server, application, code)).status,
      ],
    };
  }

  describe('the verification', () => {
    it('is asked for by a mail in the language of the sign-up', async () => {
      const body = { email: `${unique()}@example.com`, password: 'correct horse', name: 'Ada' };
      expect((await post('accounts', body, { 'accept-language': 'de-AT' })).status).toBe(201);
      const mail = await mailbox.next(body.email);
      expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Consentry');
      expect(mail.text).toContain(`${server.url}/verify?token=${tokenIn(mail)}\n`);
      expect(mail.raw).toContain('From: Consentry <no-reply@example.com>');
    });

    it('ends the other sessions and what they allowed, and voids the tokens of its own before', async () => {
      const { account, token } = await signUpByMail();
      const other = { ...account, ...(await signIn(server, account)) };
      const [here, elsewhere, both] = [
        await givenAccess(account),
        await givenAccess(other),
        await givenAccess(account),
      ];
      const again = await givenAccess(other, both.application);
      const CREATED = 'SELECT id, created_at FROM sign_in_sessions WHERE account_id = ? ORDER BY id';
      const [signedIn] = await storedRows<{ id: string; created_at: number }>(server, CREATED, account.id);
      expect(await emailOf(account.session)).toMatchObject({ email_verified: false });
      const before = await session(account.session);

      const { status, body, headers } = await verify(token, {}, account.session);
      expect({ status, account: body['account'] }).toEqual({
        status: 200,
        account: { id: account.id, email: account.email, name: 'Ada' },
      });
      expect(headers.get('set-cookie')).toContain(body['session_token'] as string);
      const renewed = { authorization: `Bearer ${body['session_token'] as string}` };
      expect((await session(renewed)).body).toMatchObject({ expires_at: before.body['expires_at'] });
      expect(await emailOf(renewed)).toMatchObject({ email_verified: true });
      expect((await session(account.session)).status).toBe(401);
      expect((await session(other.session)).status).toBe(401);
      expect(await here.isAlive()).toEqual([200, 200]);
      for (const ended of [elsewhere, both, again]) expect(await ended.isAlive()).toEqual([400, 400]);
      const [kept] = await storedRows<{ id: string; created_at: number }>(server, CREATED, account.id);
      expect(kept?.id).toBe(signedIn?.id);
      // A token names its sign-in by the millisecond.
      expect(Number(kept?.created_at)).toBe(Number(signedIn?.created_at) + 1);
      expect(await eventsOf(account)).toEqual(expect.arrayContaining(['email.verified', 'grant.ended']));
    });

    it('by the password alone begins no session', async () => {
      const { account, token } = await signUpByMail();
      const { status, body, headers } = await verify(token, { password: account.password });
      expect({ status, body, cookie: headers.get('set-cookie') }).toEqual({
        status: 200,
        body: { account: { id: account.id, email: account.email, name: 'Ada' } },
        cookie: null,
      });
      expect((await session(account.session)).status).toBe(401);
      expect(await emailOf((await signIn(server, account)).session)).toMatchObject({ email_verified: true });
    });

    it('is not given by a click alone, nor in the session of another account', async () => {
      const [{ account, token }, stranger] = [await signUpByMail(), await signUp(server)];
      expectProblem(await verify(token), 401);
      expectProblem(await verify(token, {}, stranger.session), 401);
      expectProblem(await verify(token, { password: 'a wrong one' }), 403, 'password');
      expectProblem(await verify(token, { password: stranger.password }, stranger.session), 403, 'password');
      expect(await emailOf(account.session)).toMatchObject({ email_verified: false });
      expect((await verify(token, {}, account.session)).status).toBe(200);
    });

    it('works once, also of ten at the same moment', async () => {
      const { account, token } = await signUpByMail();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => verify(token, { password: account.password })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
      expectProblem(await verify(token, { password: account.password }), 400, 'token');
    });

    it('may be asked for again, which voids the older link; never once it is done', async () => {
      const { account, token } = await signUpByMail();
      const again = () => post('account/email/verification', undefined, account.session);
      expect((await again()).status).toBe(202);
      const newer = tokenIn(await mailbox.next(account.email));
      expectProblem(await verify(token, {}, account.session), 400, 'token');
      const { body } = await verify(newer, {}, account.session);
      const renewed = { authorization: `Bearer ${body['session_token'] as string}` };
      expect((await post('account/email/verification', undefined, renewed)).status).toBe(202);
      await resetLink(account);
      expect(mailbox.mails.filter(({ to }) => to === account.email)).toEqual([]);
    });

    it.each(['', 'a', 'A'.repeat(43), '../../x'])('knows no token %j', async (token) => {
      expectProblem(await verify(token, { password: 'correct horse' }), 400, 'token');
      expectProblem(await reset(token, 'correct horse'), 400, 'token');
    });

    it('is no other proof: each token has its purpose', async () => {
      const { account, token } = await signUpByMail();
      expectProblem(await reset(token, 'a new password'), 400, 'token');
      expectProblem(await post('accounts/email', { token, password: account.password }), 400, 'token');
      const other = await resetLink(account);
      expectProblem(await verify(other, { password: account.password }), 400, 'token');
    });
  });

  describe('the reset of a password', () => {
    it('sets the password, ends every session, and proves the email: grants from before end', async () => {
      const { account } = await signUpByMail();
      const access = await givenAccess(account);
      const token = await resetLink(account);
      expect((await reset(token, 'a new password')).status).toBe(204);
      expect((await session(account.session)).status).toBe(401);
      expect((await trySignIn(account)).status).toBe(401);
      expect(await access.isAlive()).toEqual([400, 400]);
      const signedIn = await signIn(server, { ...account, password: 'a new password' });
      expect(await emailOf(signedIn.session)).toMatchObject({ email_verified: true });
      expectProblem(await reset(token, 'another password'), 400, 'token');
      expect(await eventsOf(account)).toContain('password.reset');
    });

    it('takes an account back from a stranger who signed up with the address', async () => {
      const { account, token } = await signUpByMail();
      const access = await givenAccess(account);
      const link = await resetLink(account);
      expect((await reset(link, 'of the owner')).status).toBe(204);
      expect(await access.isAlive()).toEqual([400, 400]);
      expect((await trySignIn(account)).status).toBe(401);
      // The stranger's own link is void too.
      expectProblem(await verify(token, { password: account.password }), 400, 'token');
    });

    it('of a verified email leaves grants alone, unless it is to end them', async () => {
      const account = await verified();
      const access = await givenAccess(account);
      expect((await reset(await resetLink(account), 'a new password')).status).toBe(204);
      const { session: anew } = await signIn(server, { ...account, password: 'a new password' });
      expect((await session(account.session)).status).toBe(401);
      expect((await access.isAlive())[0]).toBe(200);
      expect((await reset(await resetLink(account), 'a third password', { end_grants: true })).status).toBe(204);
      expect((await session(anew)).status).toBe(401);
      expect((await access.isAlive())[0]).toBe(400);
    });

    it('is answered alike for an address that nobody has, which gets no mail', async () => {
      const { account } = await signUpByMail();
      const unknown = `${unique()}@example.com`;
      const answers = [await askReset(unknown), await askReset(account.email)];
      const [nobody, somebody] = answers.map(({ status, text, headers }) => ({
        ...{ status, text },
        names: [...headers.keys()].sort(),
      }));
      expect(nobody).toEqual(somebody);
      await mailbox.next(account.email);
      expect(mailbox.mails.filter(({ to }) => to === unknown)).toEqual([]);
      expectProblem(await askReset('no address'), 400, 'email');
    });

    it('voids what was mailed before: a change of the email that a thief asked for', async () => {
      const account = await verified();
      const [thief, theirs] = [await signIn(server, account), `${unique()}@example.com`];
      const change = { email: theirs, current_password: account.password };
      expect((await post('account/email', change, thief.session)).status).toBe(202);
      const stolen = tokenIn(await mailbox.next(theirs));
      expect((await mailbox.next(account.email)).text).toContain(theirs);
      expect((await reset(await resetLink(account), 'a new password')).status).toBe(204);
      expectProblem(await post('accounts/email', { token: stolen, password: account.password }), 400, 'token');
    });

    it('wants a password of 8 to 256 characters, and spends nothing for another', async () => {
      const { account } = await signUpByMail();
      const token = await resetLink(account);
      for (const password of ['1234567', 'p'.repeat(257)]) expectProblem(await reset(token, password), 400, 'password');
      expect((await reset(token, 'correct!')).status).toBe(204);
    });
  });

  describe('the change of an email', () => {
    const ask = (account: Account, email: string, current_password: string | undefined = account.password) =>
      post('account/email', { email, current_password }, account.session);
    const prove = (token: string, more: object = {}, headers = {}) =>
      post('accounts/email', { token, ...more }, headers);

    it('comes with the proof of the new one, and the old one is told', async () => {
      const account = await verified();
      const email = `New.${unique()}@Example.com`;
      expect((await ask(account, email)).status).toBe(202);
      const notice = await mailbox.next(account.email);
      expect(notice.text).toContain(email);
      expect(notice.text).not.toContain('token=');
      expect((await session(account.session)).body).toMatchObject({ account: { email: account.email } });

      const token = tokenIn(await mailbox.next(email));
      expectProblem(await prove(token), 401);
      const { status, body } = await prove(token, {}, account.session);
      expect({ status, body }).toEqual({ status: 200, body: { account: { id: account.id, email, name: 'Ada' } } });
      expect(await emailOf(account.session)).toMatchObject({ email, email_verified: true });
      expect((await trySignIn(account)).status).toBe(401);
      expect((await trySignIn({ ...account, email: email.toLowerCase() })).status).toBe(201);
      expect(await eventsOf(account)).toEqual(expect.arrayContaining(['email.change_asked', 'email.changed']));
      // The old address is free.
      expect((await post('accounts', { email: account.email, password: 'x'.repeat(8), name: 'Eve' })).status).toBe(201);
    });

    it('as the first proof ends what another session allowed, and voids the tokens of its own', async () => {
      const { account } = await signUpByMail();
      const access = await givenAccess({ ...account, ...(await signIn(server, account)) });
      const email = `${unique()}@example.com`;
      await ask(account, email);
      const { body } = await prove(tokenIn(await mailbox.next(email)), {}, account.session);
      expect((await session(account.session)).status).toBe(401);
      expect((await session({ authorization: `Bearer ${body['session_token'] as string}` })).status).toBe(200);
      expect(await access.isAlive()).toEqual([400, 400]);
    });

    it('wants the current password, and an address', async () => {
      const account = await verified();
      expectProblem(await ask(account, `${unique()}@example.com`, 'a wrong one'), 403, 'current_password');
      expectProblem(await post('account/email', { email: 'a@example.com' }, account.session), 400, 'current_password');
      expectProblem(await ask(account, 'a@example.com\nBcc: b@example.com'), 400, 'email');
      expectProblem(await call('POST', `${server.url}/api/account/email`, { body: {} }), 401);
    });

    it('to an address that another account has is told to its mailbox alone', async () => {
      const [account, other] = [await verified(), await verified()];
      expect((await ask(account, other.email)).status).toBe(202);
      const mail = await mailbox.next(other.email);
      expect(mail.subject).toBe('You already have an account at Consentry');
      expect(mail.text).not.toContain('token=');
    });

    it('comes too late where somebody took the address meanwhile', async () => {
      const [account, email] = [await verified(), `${unique()}@example.com`];
      await ask(account, email);
      const token = tokenIn(await mailbox.next(email));
      await signUp(server, { email });
      expectProblem(await prove(token, {}, account.session), 409, 'token');
      expect((await session(account.session)).body).toMatchObject({ account: { email: account.email } });
    });

    it.each([
      ['the same origin', {}, 202],
      ['a foreign one', { origin: 'https://evil.example' }, 403],
      ['none that can be named', { origin: 'null' }, 403],
    ])('is asked for by a page of %s: %s', async (_, headers, status) => {
      const account = await verified();
      const body = { email: `${unique()}@example.com`, current_password: account.password };
      expect((await post('account/email', body, { ...account.session, ...headers })).status).toBe(status);
    });
  });

  describe('a sign-up with a taken email', () => {
    it('is answered like a new one, and told to the mailbox', async () => {
      const { account } = await signUpByMail();
      const body = { email: account.email.toUpperCase(), password: 'a new password', name: 'Mallory' };
      const answers = [
        await post('accounts', { ...body, email: `${unique()}@example.com` }),
        await post('accounts', body),
      ];
      const [fresh, taken] = answers.map(({ status, headers, body }) => ({
        ...{ status, keys: Object.keys(body), id: (body['id'] as string).replace(/[0-9a-f]/g, 'x') },
        headers: [...headers.keys()].sort(),
      }));
      expect(taken).toEqual(fresh);
      expect(answers[1]!.body).toMatchObject({ email: body.email, name: 'Mallory' });
      const mail = await mailbox.next(body.email);
      expect(mail.subject).toBe('You already have an account at Consentry');
      expect((await trySignIn({ ...account, password: body.password })).status).toBe(401);
      expect((await trySignIn(account)).status).toBe(201);
      expect(await eventsOf(account)).toContain('sign_up.repeated');
    });

    it('sends one mailbox ten mails an hour at most, and is answered all the same', async () => {
      const local = unique();
      const tagged = (tag: string) => ({ email: `${local}${tag}@example.com`, password: 'correct horse', name: 'Ada' });
      const sent = () => mailbox.mails.filter(({ to }) => to.startsWith(local)).length;
      for (const [at, tag] of ['', '', '', '', '+a', '+b', '+c', '+d'].entries()) {
        expect((await post('accounts', tagged(tag))).status).toBe(201);
        // A mail is sent and counted after the answer, and dropped where a newer one overtakes it.
        while (sent() < Math.min(at + 1, 5)) await pause(20);
      }
      for (const tag of ['', '+e', '+f+g']) {
        const asked = await askReset(tagged(tag).email);
        expectProblem(asked, 429);
        expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(sent()).toBe(5);
    });
  });

  it('keeps no token: the database holds hashes, the log nothing', async () => {
    const { account, token } = await signUpByMail();
    const other = await resetLink(account);
    const stored = await everythingStored(server);
    for (const secret of [token, other]) {
      expect(stored).not.toContain(secret);
      expect(server.output).not.toContain(secret);
    }
    expect(server.output).not.toContain(account.email);
    expect(server.output).not.toContain('s3cret');
  });
});

describe('a mailed token', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer({ isFrozen: true });

  it('works for 30 minutes, and its row goes', async () => {
    const [early, late] = [await signUpByMail(), await signUpByMail()];
    const verify = ({ token, account: { password } }: typeof early) =>
      call('POST', `${server.url}/api/accounts/verification`, { body: { token, password } });
    await server.advance({ ms: 30 * MINUTES - 1 });
    expect((await verify(early)).status).toBe(200);
    await server.advance({ ms: 1 });
    expectProblem(await verify(late), 400, 'token');
  });

  it('is mailed again where the mail server fails for a while, and not where it refuses the address', async () => {
    mailbox.refusal = { code: 451, count: 1 };
    const account = await signUp(server);
    await server.logged('"failure":"EENVELOPE, the mail server said 451"');
    await server.advance({ seconds: 5 });
    expect((await mailbox.next(account.email)).subject).toContain('Confirm');

    mailbox.refusal = { code: 550, count: 1 };
    const refused = await signUp(server);
    await server.logged('"msg":"an email was not sent; this was the last attempt');
    await server.logged('"failure":"EENVELOPE, the mail server said 550"');
    expect(server.output).not.toContain(refused.email);
  });

  it('is mailed before the server stops', async () => {
    mailbox.refusal = { code: 452, count: 1 };
    const account = await signUp(server);
    await server.logged('"failure":"EENVELOPE, the mail server said 452"');
    await server.stop();
    expect((await mailbox.next(account.email)).subject).toContain('Confirm');
  });
});

const filesIn = ({ dataDir }: TestServer) => {
  const folder = join(dataDir, 'mail');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a server without MAIL_URL', () => {
  const server = givenServer({ isFrozen: true });
  const askForMail = ({ session: headers }: Account) =>
    call('POST', `${server.url}/api/account/email/verification`, { headers });

  it('writes each mail to a file for its owner alone, and the log names the file, not the link', async () => {
    const account = await signUp(server);
    expect(filesIn(server)).toEqual([]);
    await askForMail(account);
    await server.logged('an email was written to a file');
    const [mail, ...more] = filedMails(server);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: account.email, subject: 'Confirm your email for Consentry', mode: 0o600 });
    await server.logged(JSON.stringify(mail!.file));
    expect(server.output).not.toContain(tokenIn(mail!));
    const body = { token: tokenIn(mail!), password: account.password };
    expect((await call('POST', `${server.url}/api/accounts/verification`, { body })).status).toBe(200);
  });

  it('says that an email is taken, at once', async () => {
    const { email } = await signUp(server);
    const body = { email, password: 'correct horse', name: 'Ada' };
    expectProblem(await call('POST', `${server.url}/api/accounts`, { body }), 409, 'email');
  });

  it('removes the files after a day', async () => {
    await server.advance({ days: 1 });
    const written = new Set(filesIn(server));
    await askForMail(await signUp(server));
    // Written after the answer.
    while (filesIn(server).every((name) => written.has(name))) await new Promise(setImmediate);
    expect(filesIn(server)).toHaveLength(1);
  });
});
