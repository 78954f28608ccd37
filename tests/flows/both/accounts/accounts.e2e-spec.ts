import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { textLike } from '@consentry/test-support/world/anything';
import { givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored, everythingStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

describe('accounts', () => {
  const server = givenServer();

  const postAccount = (body: unknown) => call('POST', `${server.url}/api/accounts`, { body });
  const patchAccount = ({ session }: Pick<Account, 'session'>, body: unknown) =>
    call('PATCH', `${server.url}/api/account`, { headers: session, body });
  const closeAccount = ({ session }: Pick<Account, 'session'>, body: unknown) =>
    call('DELETE', `${server.url}/api/account`, { headers: session, body });
  const showSession = ({ session }: Pick<Account, 'session'>) =>
    call('GET', `${server.url}/api/session`, { headers: session });
  const trySignIn = ({ email, password }: { email: string; password: string }) =>
    call('POST', `${server.url}/api/session`, { body: { email, password } });

  describe('sign-up', () => {
    it('answers with the account and never with the password', async () => {
      const email = `Ada.${unique()}@Example.com`;
      const { status, body } = await postAccount({ email, password: 'correct horse', name: 'Ada' });
      expect(status).toBe(201);
      expect(body).toEqual({ id: textLike(/^[0-9a-f-]{36}$/), email, name: 'Ada' });
    });

    it('compares emails without case, at sign-up and at sign-in', async () => {
      const name = unique();
      await signUp(server, { email: `${name}@example.com`, password: 'correct horse' });

      const again = await postAccount({ email: `${name.toUpperCase()}@EXAMPLE.com`, password: 'x'.repeat(8), name });
      expectProblem(again, 409, 'email');

      const signedIn = await trySignIn({ email: `${name.toUpperCase()}@Example.COM`, password: 'correct horse' });
      expect(signedIn.status).toBe(201);
      expect(signedIn.body).toMatchObject({ account: { email: `${name}@example.com` } });
    });

    it('makes one account of many sign-ups with one email at once', async () => {
      const body = { email: `${unique()}@example.com`, password: 'correct horse', name: 'Ada' };
      const statuses = (await Promise.all(Array.from({ length: 12 }, () => postAccount(body)))).map((it) => it.status);
      expect(statuses.sort()).toEqual([201, ...Array<number>(11).fill(409)]);
    });

    it.each([
      ['password', 'of 7 characters', '1234567', 400],
      ['password', 'of 8 characters', 'correct!', 201],
      ['password', 'of 8 characters that are 7 in NFKC', 'corr u\u0308!', 400],
      ['password', 'that is a common one', 'PassWord1', 400],
      ['password', 'of 256 characters', 'p'.repeat(256), 201],
      ['password', 'of 257 characters', 'p'.repeat(257), 400],
      ['password', 'that is a number', 12345678, 400],
      ['password', 'that is a list', ['12345678'], 400],
      ['password', 'that is null', null, 400],
      ['name', 'of no character', '', 400],
      ['name', 'of a filler that nobody sees', '\u3164', 400],
      ['name', 'of 200 characters', 'n'.repeat(200), 201],
      ['name', 'of 201 characters', 'n'.repeat(201), 400],
      ['name', 'that is an object', { first: 'Ada' }, 400],
      ['email', 'without an @', 'example.com', 400],
      ['email', 'of two addresses', 'a@example.com, b@example.com', 400],
      ['email', 'with a quoted local part', '"a@example.com,b"@example.com', 400],
      ['email', 'with a line break', 'a@example.com\nBcc: b@example.com', 400],
      ['email', 'of 255 characters', `${'a'.repeat(243)}@example.com`, 400],
      ['email', 'that is absent', undefined, 400],
    ])('%s %s', async (field, _, value, status) => {
      const good = { email: `${unique()}@example.com`, password: 'correct horse', name: 'Ada' };
      const answer = await postAccount({ ...good, [field]: value });
      if (status === 201) expect(answer.status).toBe(201);
      else expectProblem(answer, status, field);
    });

    it('refuses the name and the email as a password, when set and when changed', async () => {
      const local = `ada-${unique()}`;
      const body = { email: `${local}@example.com`, name: 'Ada Lovelace', password: 'correct horse' };
      const known = ['adalovelace', local.toUpperCase(), body.email];
      for (const password of known) expectProblem(await postAccount({ ...body, password }), 400, 'password');
      const account = await signUp(server, body);
      for (const password of known)
        expectProblem(await patchAccount(account, { password, current_password: body.password }), 400, 'password');
    });

    it('compares passwords as people see them, however their characters are composed', async () => {
      const [composed, decomposed] = ['gr\u00fc\u00dfe euch', 'gru\u0308\u00dfe euch'];
      for (const [set, typed] of [
        [composed, decomposed],
        [decomposed, composed],
      ] as const) {
        const { email } = await signUp(server, { password: set });
        for (const password of [typed, set]) expect((await trySignIn({ email, password })).status).toBe(201);
      }
    });

    it('takes a password that was stored as typed, and stores it anew', async () => {
      const typed = 'gru\u0308\u00dfe euch';
      const { email, id } = await signUp(server);
      await changeStored(server, 'UPDATE accounts SET password_hash = ? WHERE id = ?', await hash(typed), id);
      const stored = async () =>
        (await storedRows<{ hash: string }>(server, 'SELECT password_hash AS hash FROM accounts WHERE id = ?', id))[0]!
          .hash;
      expect((await trySignIn({ email, password: typed.normalize('NFC') })).status).toBe(401);
      expect((await trySignIn({ email, password: typed })).status).toBe(201);
      expect(await verify(await stored(), typed.normalize('NFKC'))).toBe(true);
      for (const password of [typed.normalize('NFC'), typed])
        expect((await trySignIn({ email, password })).status).toBe(201);
    });

    it('takes a password of 256 characters that are many more bytes, and signs in with it', async () => {
      const password = 'ü'.repeat(255) + '€';
      const { email } = await signUp(server, { password });
      expect((await trySignIn({ email, password })).status).toBe(201);
      expect((await trySignIn({ email, password: password.slice(0, -1) })).status).toBe(401);
    });

    it.each(['\ud83d', 'correct horse \ude00', '\ude00\ud83d'])(
      'refuses half of a surrogate pair (%j): in UTF-8 it would be any other half',
      async (half) => {
        const good = { email: `${unique()}@example.com`, password: 'correct horse', name: 'Ada' };
        for (const field of ['password', 'name', 'email'] as const)
          expectProblem(await postAccount({ ...good, [field]: good[field] + half }), 400);
        const account = await signUp(server);
        expectProblem(await trySignIn({ ...account, password: account.password + half }), 400);
        expectProblem(await patchAccount(account, { password: good.password, current_password: half }), 400);
        expect((await signUp(server, { ...good, password: `${good.password} \ud83d\ude00` })).email).toBe(good.email);
      },
    );

    it('names every wrong field at once', async () => {
      expectProblem(await postAccount({ email: 'nobody', password: 'short' }), 400, 'email', 'password', 'name');
    });

    it.each(['role', 'id', '__proto__', 'constructor', 'toString'])('refuses the unknown field %s', async (field) => {
      const good = `"email":"${unique()}@example.com","password":"correct horse","name":"Ada"`;
      const answer = await call('POST', `${server.url}/api/accounts`, {
        headers: { 'content-type': 'application/json' },
        body: `{${good},"${field}":"x"}`,
      });
      expectProblem(answer, 400, field);
    });
  });

  describe('a server that is not on loopback', () => {
    it('has its sign-up closed unless it is said to be open', async () => {
      const closed = await TestServer.start({ env: { AUTH_URL: 'https://auth.example.com' } });
      const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
      try {
        expectProblem(await call('POST', `http://127.0.0.1:${closed.port}/api/accounts`, { body }), 403);
      } finally {
        await closed.stop();
      }
    });
  });

  it('closes sign-up on loopback too where the operator says so', async () => {
    const closed = await TestServer.start({ env: { SIGN_UP: 'closed' } });
    const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    try {
      expectProblem(await call('POST', `${closed.url}/api/accounts`, { body }), 403);
      expect(
        (await call('POST', `${closed.url}/api/session`, { body: { email: body.email, password: 'x' } })).status,
      ).toBe(401);
    } finally {
      await closed.stop();
    }
  });

  describe('changing an account', () => {
    it('changes the name', async () => {
      const account = await signUp(server);
      const { status, body } = await patchAccount(account, { name: 'Countess', current_password: account.password });
      expect({ status, body }).toEqual({
        status: 200,
        body: { id: account.id, email: account.email, name: 'Countess' },
      });
      expect((await showSession(account)).body).toMatchObject({ account: { name: 'Countess' } });
    });

    it('ends the other sessions with a new password, and keeps the one that set it', async () => {
      const account = await signUp(server);
      const other = await signIn(server, account);
      const password = 'a new password';

      expect((await patchAccount(account, { password, current_password: account.password })).status).toBe(200);

      expect((await showSession(account)).status).toBe(200);
      expect((await showSession(other)).status).toBe(401);
      expect((await trySignIn(account)).status).toBe(401);
      expect((await trySignIn({ ...account, password })).status).toBe(201);
    });

    it('leaves other sessions alone when only the name changes', async () => {
      const account = await signUp(server);
      const other = await signIn(server, account);
      expect((await patchAccount(account, { name: 'A', current_password: account.password })).status).toBe(200);
      expect((await showSession(other)).status).toBe(200);
    });

    it('wants the current password, and the right one', async () => {
      const account = await signUp(server);
      expectProblem(await patchAccount(account, { name: 'Mallory' }), 400, 'current_password');
      expectProblem(
        await patchAccount(account, { name: 'Mallory', current_password: 'guess' }),
        403,
        'current_password',
      );
      expect((await showSession(account)).body).toMatchObject({ account: { name: 'Ada' } });
      expect((await trySignIn(account)).status).toBe(201);
    });

    it.each([
      ['name', null],
      ['name', ''],
      ['name', ['Ada']],
      ['password', null],
      ['password', '1234567'],
      ['password', 'p'.repeat(257)],
      ['current_password', null],
      ['current_password', { $ne: '' }],
      ['email', 'new@example.com'],
      ['id', 'other'],
    ])('refuses %s %j', async (field, value) => {
      const account = await signUp(server);
      expectProblem(await patchAccount(account, { current_password: account.password, [field]: value }), 400, field);
      expect((await showSession(account)).body).toMatchObject({ account: { name: 'Ada', email: account.email } });
    });

    it('lets no sign-in with the old password survive that was under way meanwhile', async () => {
      const race = async () => {
        const account = await signUp(server);
        const changed = patchAccount(account, { password: 'a new password', current_password: account.password });
        const first = Array.from({ length: 20 }, () => trySignIn(account));
        await first[0];
        const second = Array.from({ length: 20 }, () => trySignIn(account)); // hashed after the new password
        expect((await changed).status).toBe(200);

        const answers = await Promise.all([...first, ...second]);
        const tokens = answers.flatMap(({ body }) => (body['session_token'] as string | undefined) ?? []);
        const checks = tokens.map((token) => showSession({ session: { authorization: `Bearer ${token}` } }));
        for (const { status } of await Promise.all(checks)) expect(status).toBe(401);
        expect((await showSession(account)).status).toBe(200);
        return tokens.length;
      };
      // If the new password wins against all of them the round shows nothing.
      let signedIn = 0;
      for (let round = 0; round < 10 && signedIn === 0; round += 1) signedIn = await race();
      expect(signedIn).toBeGreaterThan(0);
    });

    it('takes one of two new passwords that are set at the same moment', async () => {
      const account = await signUp(server);
      const rival = await signIn(server, account);
      const current_password = account.password;
      const answers = await Promise.all([
        patchAccount(account, { password: 'the first new one', current_password }),
        patchAccount(rival, { password: 'the second new one', current_password }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const winner = statuses[0] === 200 ? 'the first new one' : 'the second new one';
      expect((await trySignIn({ ...account, password: winner })).status).toBe(201);
    });
  });

  describe('closing an account', () => {
    it('wants the current password', async () => {
      const account = await signUp(server);
      expectProblem(await closeAccount(account, {}), 400, 'current_password');
      expectProblem(await closeAccount(account, undefined), 400, 'current_password');
      expectProblem(await closeAccount(account, { current_password: 'guess' }), 403, 'current_password');
      expect((await showSession(account)).status).toBe(200);
    });

    it('ends its sessions, and frees its email for somebody new', async () => {
      const account = await signUp(server);
      const other = await signIn(server, account);
      const closed = await closeAccount(account, { current_password: account.password });
      expect({ status: closed.status, text: closed.text }).toEqual({ status: 204, text: '' });

      expect((await showSession(account)).status).toBe(401);
      expect((await showSession(other)).status).toBe(401);
      expect((await trySignIn(account)).status).toBe(401);
      const heir = await signUp(server, { email: account.email });
      expect(heir.id).not.toBe(account.id);
    });

    it('ends what it granted: families, unspent codes, an open consent', async () => {
      const [developer, account] = await Promise.all([signUp(server), signUp(server)]);
      const application = await register(server, developer);
      const tokens = await obtainTokens(server, account, application);
      const code = await obtainCode(server, account, application);
      const { sessionID } = await requestConsent(server, account, application);
      const bystander = await obtainTokens(server, developer, application);

      await closeAccount(account, { current_password: account.password });

      expect((await refresh(server, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await exchange(server, application, code)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await decide(server, account, sessionID)).status).toBe(401);
      expect((await refresh(server, bystander.refresh_token)).status).toBe(200);
    });

    it('deletes its applications, and ends what others granted them', async () => {
      const [developer, account] = await Promise.all([signUp(server), signUp(server)]);
      const application = await register(server, developer);
      const tokens = await obtainTokens(server, account, application);
      const code = await obtainCode(server, account, application);

      await closeAccount(developer, { current_password: developer.password });

      expect((await refresh(server, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      const exchanged = await exchange(server, application, code);
      expect({ status: exchanged.status, error: exchanged.body.error }).toEqual({
        status: 401,
        error: 'invalid_client',
      });
      const grants = await call('GET', `${server.url}/api/grants`, { headers: account.session });
      expect(grants.body).toEqual({ items: [] });
    });

    it('erases who it was', async () => {
      const account = await signUp(server, { name: `Ada ${unique()}` });
      await closeAccount(account, { current_password: account.password });
      const [row] = await storedRows(server, 'SELECT * FROM accounts WHERE id = ?', account.id);
      expect(row).toMatchObject({ email: null, email_key: null, name: null, password_hash: null });
    });

    it('leaves nothing of who it was in the database, and no byte in its file once the server has stopped', async () => {
      const own = await TestServer.start();
      // Mails are files too, which stay for a day.
      const names = () => readdirSync(own.dataDir).filter((name) => name !== 'mail');
      const filed = () => names().map((name) => readFileSync(join(own.dataDir, name), 'latin1'));
      const stored = async () => [await everythingStored(own), ...filed()].join('\n');
      const people = Array.from({ length: 5 }, () => ({ email: `${unique()}@example.com`, name: `Ada ${unique()}` }));
      const texts = people.flatMap(({ email, name }) => [email, name]);
      try {
        const accounts = await Promise.all(people.map((person) => signUp(own, person)));
        const before = await stored();
        for (const text of texts) expect(before).toContain(text);
        for (const { session, password } of accounts) {
          const body = { current_password: password };
          expect((await call('DELETE', `${own.url}/api/account`, { headers: session, body })).status).toBe(204);
        }
      } finally {
        expect(await own.stop()).toBe(0);
      }
      const after = await stored();
      expect(texts.filter((text) => after.includes(text))).toEqual([]);
    });
  });
});
