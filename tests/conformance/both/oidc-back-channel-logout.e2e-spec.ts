import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { givenServer } from '@consentry/test-support/server/given';
import { LogoutReceiver } from '@consentry/test-support/world/logout-receiver';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const OPENID = { scope: 'openid notes:read' };

/** OpenID Connect Back-Channel Logout 1.0, incorporating errata set 1. */
describe('OpenID Connect Back-Channel Logout', () => {
  const server = givenServer();
  let client: LogoutReceiver;
  let account: Account;
  let application: Application;
  beforeEach(async () => {
    client = await LogoutReceiver.start();
    account = await signUp(server);
    application = await registered(client.url);
  });
  afterEach(() => client.stop());

  const registered = (uri: string, more: Record<string, string> = {}): Promise<Application> =>
    register(server, account, { backchannel_logout_uri: uri, ...more });

  const signOut = ({ session }: Pick<Account, 'session'>) =>
    call('DELETE', `${server.url}/api/session`, { headers: session });
  const sidOf = (tokens: object) => decodeJwt((tokens as { id_token: string }).id_token)['sid'];
  const NOTICES = `SELECT n.id FROM logout_notices n JOIN clients c ON c.id = n.client_id WHERE c.client_id = ?`;
  /** Waits until no notice for the application is due. */
  const settled = async () => {
    while ((await storedRows(server, NOTICES, application.client_id)).length > 0) await sleep(20);
  };
  const tokenOf = async (at = 0) => (await client.count(at + 1))[at]!.form['logout_token'] ?? '';

  it('§2.5 a client is sent a logout token, in a form, when the session ends in which it was given tokens', async () => {
    await obtainTokens(server, account, application, OPENID);
    await signOut(account);
    const [received] = await client.count(1);
    expect(received).toMatchObject({
      method: 'POST',
      type: expect.stringMatching(/^application\/x-www-form-urlencoded/) as string,
    });
    expect(Object.keys(received!.form)).toEqual(['logout_token']);
    await settled();
    expect(client.received).toHaveLength(1);
  });

  it('§2.4 a logout token has iss, sub, aud, iat, exp, jti, events and sid, and no nonce', async () => {
    const sid = sidOf(await obtainTokens(server, account, application, { ...OPENID, nonce: 'n' }));
    await signOut(account);
    const claims = decodeJwt(await tokenOf());
    expect(claims).toEqual({
      iss: server.url,
      sub: account.id,
      aud: application.client_id,
      iat: expect.any(Number) as number,
      exp: Number(claims.iat) + 120,
      jti: expect.any(String) as string,
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('§2.4 a logout token is signed as the client’s ID tokens are, and typed so that it is none', async () => {
    const [, own] = [application, await registered(client.url, { id_token_signed_response_alg: 'ES256' })];
    await obtainTokens(server, account, application, OPENID);
    await obtainTokens(server, account, own, OPENID);
    await signOut(account);
    await client.count(2);
    const keys = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`));
    const algs: Record<string, string> = {};
    for (const { form } of client.received) {
      const { protectedHeader, payload } = await jwtVerify(form['logout_token'] ?? '', keys, {
        issuer: server.url,
        typ: 'logout+jwt',
      });
      algs[String(payload.aud)] = protectedHeader.alg;
    }
    expect(algs).toEqual({ [application.client_id]: 'RS256', [own.client_id]: 'ES256' });

    const again = await signIn(server, account);
    const hint = await call('GET', `${server.url}/oauth2/logout?id_token_hint=${await tokenOf()}`, {
      headers: again.session,
    });
    expect([hint.status, hint.body['error']]).toEqual([400, 'invalid_request']);
  });

  it('§2.3 only clients are told that were given tokens in that very session, by OpenID Connect', async () => {
    const silent = await LogoutReceiver.start();
    const plain = await registered(silent.url);
    const elsewhere = await registered(silent.url);
    const later = { ...account, ...(await signIn(server, account)) };
    await obtainTokens(server, account, application, OPENID);
    await obtainTokens(server, account, plain, { scope: 'notes:read' });
    await obtainTokens(server, later, elsewhere, OPENID);
    await signOut(account);
    await client.count(1);
    await settled();
    expect(silent.received).toEqual([]);
    silent.stop();
  });

  it('§2.7 a session ends with its refresh tokens, but for those with offline_access', async () => {
    const one = await obtainTokens(server, account, application, OPENID);
    const other = await obtainTokens(server, account, application, { scope: 'openid offline_access notes:read' });
    const plain = await obtainTokens(server, account, application, { scope: 'notes:read' });
    await signOut(account);
    expect((await refresh(server, one.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(server, other.refresh_token)).status).toBe(200);
    expect((await refresh(server, plain.refresh_token)).status).toBe(200);
  });

  it('a new password tells of the sessions that it ends, and not of the own one', async () => {
    const other = { ...account, ...(await signIn(server, account)) };
    const sid = sidOf(await obtainTokens(server, other, application, OPENID));
    await obtainTokens(server, account, application, OPENID);
    const body = { password: 'another password', current_password: account.password };
    expect((await call('PATCH', `${server.url}/api/account`, { headers: account.session, body })).status).toBe(200);
    expect(decodeJwt(await tokenOf())['sid']).toBe(sid);
    await settled();
    expect(client.received).toHaveLength(1);
  });

  it('an account that closes tells every client of others', async () => {
    const leaver = await signUp(server);
    await obtainTokens(server, leaver, application, OPENID);
    const body = { current_password: leaver.password };
    expect((await call('DELETE', `${server.url}/api/account`, { headers: leaver.session, body })).status).toBe(204);
    expect(decodeJwt(await tokenOf()).sub).toBe(leaver.id);
  });

  it('§2.8 a client that fails is told again, later and later, five times; each token is a new one', async () => {
    client.status = 503;
    await obtainTokens(server, account, application, OPENID);
    await signOut(account);
    for (const [at, seconds] of [10, 60, 300, 1200].entries()) {
      await client.count(at + 1);
      await server.logged(`"attempts":${at + 1}`);
      await server.advance({ seconds: seconds + 1 });
    }
    await client.count(5);
    await settled();
    await server.logged('this was the last attempt');
    expect(new Set(client.received.map(({ form }) => decodeJwt(form['logout_token'] ?? '').jti)).size).toBe(5);
  });

  it('§2.8 a client that comes back is told once', async () => {
    client.status = 503;
    await obtainTokens(server, account, application, OPENID);
    await signOut(account);
    await client.count(1);
    client.status = 204;
    await server.advance({ seconds: 11 });
    await client.count(2);
    await settled();
    expect(client.received).toHaveLength(2);
  });

  it('no redirect is followed, and nobody waits for who does not answer', async () => {
    client.status = 302;
    const slow = await LogoutReceiver.start();
    slow.status = null;
    await obtainTokens(server, account, application, OPENID);
    await obtainTokens(server, account, await registered(slow.url), OPENID);
    await signOut(account);
    await Promise.all([client.count(1), slow.count(1)]);
    await server.logged('it took too long');
    await server.logged('it answered with 302');
    expect(client.received).toHaveLength(1);
    slow.stop();
  });

  describe('a client that never answers', () => {
    let silent: LogoutReceiver;

    beforeEach(async () => {
      silent = await LogoutReceiver.start();
      silent.status = null;
    });
    afterEach(() => silent.stop());

    const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)';
    const FAMILY = 'grant_id, grant_epoch, scope_asked, scope_granted, resource, generation, created_at, expires_at';

    /** Gives an account 1,000 more sessions, each with tokens for the application. */
    const openSessions = async ({ id }: Account, sid: string) => {
      await changeStored(
        server,
        `${NUMBERS} INSERT INTO sign_in_sessions (id, account_id, created_at, last_used_at, expires_at)
          SELECT ? || n.i, s.account_id, s.created_at, s.last_used_at, s.expires_at FROM n, sign_in_sessions s WHERE s.id = ?`,
        id.slice(9),
        sid,
      );
      await changeStored(
        server,
        `${NUMBERS} INSERT INTO refresh_families (id, sid, ${FAMILY}, access_expires_at, purge_day)
          SELECT ? || n.i, ? || n.i, ${FAMILY}, access_expires_at, purge_day FROM n, refresh_families f WHERE f.sid = ?`,
        id.slice(9),
        id.slice(9),
        sid,
      );
    };
    /** Signs another account out of another client. @returns the milliseconds until that client is notified. */
    const timeToTell = async () => {
      await obtainTokens(server, account, application, OPENID);
      await signOut(account);
      const since = performance.now();
      await Promise.race([client.count(1), sleep(5_000, undefined, { ref: false })]);
      return performance.now() - since;
    };

    it('delays nobody else, although an account signs out of it a thousand times', async () => {
      const other = await signUp(server);
      const sid = sidOf(await obtainTokens(server, other, await registered(silent.url), OPENID)) as string;
      await openSessions(other, sid);
      const body = { password: 'another password', current_password: other.password };
      expect((await call('PATCH', `${server.url}/api/account`, { headers: other.session, body })).status).toBe(200);
      await silent.count(1);
      expect(await timeToTell()).toBeLessThan(2_000);
    });

    it('delays nobody else, although a thousand accounts sign out of it', async () => {
      const { client_id } = await registered(silent.url);
      await changeStored(
        server,
        `${NUMBERS} INSERT INTO accounts (id, created_at) SELECT ? || n.i, 1 FROM n`,
        client_id,
      );
      await changeStored(
        server,
        `${NUMBERS} INSERT INTO logout_notices (id, client_id, account_id, attempts, next_attempt_at, expires_at)
          SELECT ? || n.i, c.id, ? || n.i, 0, 1, 9000000000000 FROM n, clients c WHERE c.client_id = ?`,
        client_id,
        client_id,
        client_id,
      );
      await silent.count(1);
      expect(await timeToTell()).toBeLessThan(2_000);
    });
  });

  it('§2.2 a URI that is not https cannot be registered, unless all of it is on loopback', async () => {
    await expect(registered('http://rp.example/back-channel')).rejects.toThrow(/backchannel_logout_uri/);
  });

  it('a logout is not kept waiting, nor refused, by a client that cannot be reached', async () => {
    client.stop();
    await obtainTokens(server, account, application, OPENID);
    expect((await signOut(account)).status).toBe(204);
  });
});
