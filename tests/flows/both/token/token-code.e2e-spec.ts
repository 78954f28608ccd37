import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { restartWith, twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  pkce,
  refresh,
  register,
  requestConsent,
  decide,
  signUp,
} from '@consentry/test-support/world/world';

describe('the token endpoints: exchanging a code', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const other = givenApplication(server, account);

  const expectInvalidGrant = ({ status, body }: Answer<{ error?: string }>) =>
    expect([status, body.error]).toEqual([400, 'invalid_grant']);

  const exchangeAll = async (code: string, of = application, proof: Record<string, string> = {}) => {
    const answer = await exchange(server, of, code, proof);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const isAlive = async (refreshToken: string) => (await refresh(server, refreshToken)).status === 200;

  const endGrantOf = async (of: Application, by = account) => {
    const grants = `${server.url}/api/grants`;
    const { body } = await call<{ items: { id: string; client: { client_id: string } }[] }>('GET', grants, {
      headers: by.session,
    });
    const grant = body.items.find(({ client }) => client.client_id === of.client_id);
    const { status } = await call('DELETE', `${grants}/${grant?.id}`, { headers: by.session });
    expect(status).toBe(204);
  };

  it.each(['unknown', 'x'.repeat(43), '%00', "' OR 1=1 --", ' '])(
    'an unknown code %j is invalid_grant',
    async (code) => {
      expectInvalidGrant(await exchange(server, application, code));
    },
  );

  it('neither a consent session nor a refresh token is a code', async () => {
    const { sessionID } = await requestConsent(server, account, application);
    expectInvalidGrant(await exchange(server, application, sessionID));
    const { refresh_token } = await exchangeAll(await obtainCode(server, account, application));
    expectInvalidGrant(await exchange(server, application, refresh_token));
    expect(await isAlive(refresh_token)).toBe(true);
  });

  it("another client's code is refused and stays usable by its owner", async () => {
    const code = await obtainCode(server, account, application);
    const foreign = await exchange(server, other, code);
    expectInvalidGrant(foreign);
    expect(foreign.text).toBe((await exchange(server, other, 'unknown')).text);
    expect((await exchange(server, application, code)).status).toBe(200);
  });

  it('a wrong redirect_uri is refused and the code stays usable', async () => {
    const two = await register(server, account, {
      redirect_uris: ['https://app.example.com/one', 'https://app.example.com/two'],
    });
    const code = await obtainCode(server, account, two);
    for (const redirect_uri of [
      'https://app.example.com/two',
      'https://app.example.com/one/',
      'https://app.example.com/ONE',
      'x',
    ])
      expectInvalidGrant(await exchange(server, two, code, { redirect_uri }));
    expect((await exchange(server, two, code)).status).toBe(200);
  });

  describe('PKCE', () => {
    const { verifier, challenge } = pkce();
    const obtainBound = (more: Record<string, string | undefined> = {}) =>
      obtainCode(server, account, application, { code_challenge: challenge, code_challenge_method: 'S256', ...more });

    it('redirect_uri may be left out at both endpoints, but is equal where it is sent', async () => {
      const [code, implied] = [await obtainBound(), await obtainBound({ redirect_uri: undefined })];
      const [proof, left] = [{ code_verifier: verifier }, { redirect_uri: undefined }];
      for (const one of [code, implied]) {
        const other = await exchange(server, application, one, { ...proof, redirect_uri: 'https://app.example.com/' });
        expectInvalidGrant(other);
        const { status, body } = await exchange(server, application, one, left);
        expect([status, body.error]).toEqual([400, 'invalid_request']);
      }
      expect((await exchange(server, application, code, { ...proof, redirect_uri: '' })).status).toBe(200);
      expect((await exchange(server, application, implied, proof)).status).toBe(200);
      const plain = await obtainCode(server, account, application);
      expectInvalidGrant(await exchange(server, application, plain, { ...proof, ...left }));
      expect((await exchange(server, application, plain)).status).toBe(200);
    });

    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['wrong', pkce().verifier],
      ['the challenge itself', challenge],
      ['shorter', verifier.slice(0, -1)],
      ['longer', `${verifier}a`],
      ['in other case', verifier.toLowerCase()],
    ])('a verifier that is %s is refused, and the right one still works', async (_, code_verifier) => {
      const code = await obtainBound();
      expectInvalidGrant(await exchange(server, application, code, { code_verifier }));
      expect((await exchange(server, application, code, { code_verifier: verifier })).status).toBe(200);
    });

    it('a verifier for a code without a challenge is refused, and without it the code works', async () => {
      const code = await obtainCode(server, account, application);
      expectInvalidGrant(await exchange(server, application, code, { code_verifier: verifier }));
      expect((await exchange(server, application, code)).status).toBe(200);
    });

    it('does not stand in for the secret of a confidential application', async () => {
      const code = await obtainBound();
      const answer = await exchange(server, application, code, { code_verifier: verifier, client_secret: undefined });
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
      expect((await exchange(server, application, code, { code_verifier: verifier })).status).toBe(200);
    });
  });

  describe('a code that was used before', () => {
    it('is invalid_grant, and the family it began ends', async () => {
      const code = await obtainCode(server, account, application);
      const first = await exchangeAll(code);
      expectInvalidGrant(await exchange(server, application, code));
      expectInvalidGrant(await refresh(server, first.refresh_token));
    });

    it('ends the family at whatever generation it is', async () => {
      const code = await obtainCode(server, account, application);
      const first = await exchangeAll(code);
      const second = (await refresh(server, first.refresh_token)).body;
      expectInvalidGrant(await exchange(server, application, code));
      expectInvalidGrant(await refresh(server, second.refresh_token));
    });

    it('ends no other family of that grant', async () => {
      const earlier = await exchangeAll(await obtainCode(server, account, application));
      const code = await obtainCode(server, account, application);
      await exchangeAll(code);
      const later = await exchangeAll(await obtainCode(server, account, application));
      expectInvalidGrant(await exchange(server, application, code));
      expect(await isAlive(earlier.refresh_token)).toBe(true);
      expect(await isAlive(later.refresh_token)).toBe(true);
    });

    it('ends no grant: the account need not consent again, nor does an unspent code suffer', async () => {
      const unspent = await obtainCode(server, account, application);
      const code = await obtainCode(server, account, application);
      await exchangeAll(code);
      expectInvalidGrant(await exchange(server, application, code));
      expect((await exchange(server, application, unspent)).status).toBe(200);
      const { scopes } = await requestConsent(server, account, application);
      expect(scopes).toContainEqual(expect.objectContaining({ name: 'notes:read', granted_before: true }));
    });

    it('used by whom cannot prove possession, it ends nothing', async () => {
      const { verifier, challenge } = pkce();
      const code = await obtainCode(server, account, application, {
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      const { refresh_token } = await exchangeAll(code, application, { code_verifier: verifier });
      const thieves: [Application, Record<string, string | undefined>][] = [
        [application, { code_verifier: verifier, client_secret: 'wrong' }],
        [application, { code_verifier: verifier, client_secret: undefined }],
        [application, { code_verifier: pkce().verifier }],
        [application, { code_verifier: undefined }],
        [application, { code_verifier: verifier, redirect_uri: 'https://evil.example.com/' }],
        [application, { code_verifier: undefined, redirect_uri: undefined }],
        [other, { code_verifier: verifier }],
      ];
      for (const [of, override] of thieves) {
        const { status } = await exchange(server, of, code, override);
        expect(status).toBeGreaterThanOrEqual(400);
      }
      expect(await isAlive(refresh_token)).toBe(true);
    });

    it('is told from a family that ended before by nothing', async () => {
      const code = await obtainCode(server, account, application);
      await exchangeAll(code);
      const [once, twice] = [await exchange(server, application, code), await exchange(server, application, code)];
      const unknown = await exchange(server, application, 'unknown');
      expect([once.text, twice.text]).toEqual([unknown.text, unknown.text]);
    });
  });

  describe('what happened between approval and exchange', () => {
    it('the grant ended: invalid_grant, also after it was approved again', async () => {
      const own = await register(server, account);
      const code = await obtainCode(server, account, own);
      await endGrantOf(own);
      expectInvalidGrant(await exchange(server, own, code));
      const fresh = await obtainCode(server, account, own);
      expectInvalidGrant(await exchange(server, own, code));
      expect((await exchange(server, own, fresh)).status).toBe(200);
    });

    it('the grant ended after the exchange: a replay of the code leaves the families begun since alive', async () => {
      const own = await register(server, account);
      const code = await obtainCode(server, account, own);
      const old = await exchangeAll(code, own);
      await endGrantOf(own);
      expect(await isAlive(old.refresh_token)).toBe(false);
      const fresh = await exchangeAll(await obtainCode(server, account, own), own);
      expectInvalidGrant(await exchange(server, own, code));
      expectInvalidGrant(await refresh(server, old.refresh_token));
      expect(await isAlive(fresh.refresh_token)).toBe(true);
    });

    it("another account's grant for the same application is not touched", async () => {
      const own = await register(server, account);
      const neighbour = await signUp(server);
      const code = await obtainCode(server, neighbour, own);
      await obtainCode(server, account, own);
      await endGrantOf(own);
      expect((await exchange(server, own, code)).status).toBe(200);
    });

    it('the account was closed: invalid_grant', async () => {
      const leaving = await signUp(server);
      const code = await obtainCode(server, leaving, application);
      const { refresh_token } = await exchangeAll(await obtainCode(server, leaving, application));
      const { status } = await call('DELETE', `${server.url}/api/account`, {
        headers: leaving.session,
        body: { current_password: leaving.password },
      });
      expect(status).toBe(204);
      expectInvalidGrant(await exchange(server, application, code));
      expectInvalidGrant(await refresh(server, refresh_token));
    });

    it('a redirect URI removed since does not matter: the code names where it went', async () => {
      const own = await register(server, account);
      const code = await obtainCode(server, account, own);
      await call('PATCH', `${server.url}/api/applications/${own.client_id}`, {
        headers: account.session,
        body: { redirect_uris: ['https://app.example.com/new'] },
      });
      expect((await exchange(server, own, code)).status).toBe(200);
    });

    it('a scope that the application lost meanwhile is left out', async () => {
      const own = await register(server, account);
      const code = await obtainCode(server, account, own);
      await call('PATCH', `${server.url}/api/applications/${own.client_id}`, {
        headers: account.session,
        body: { scopes: ['notes:read'] },
      });
      expect((await exchange(server, own, code)).body.scope).toBe('notes:read');
    });

    it('nothing of the scope is left: invalid_scope, the code not spent, and a replay a replay all the same', async () => {
      const own = await register(server, account);
      const allow = (scopes: string[]) =>
        call('PATCH', `${server.url}/api/applications/${own.client_id}`, {
          headers: account.session,
          body: { scopes },
        });
      const code = await obtainCode(server, account, own, { scope: 'notes:write' });
      await allow(['notes:read']);
      const refused = await exchange(server, own, code);
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
      await allow(['notes:write']);
      const { refresh_token } = await exchangeAll(code, own);
      await allow(['notes:read']);
      expectInvalidGrant(await exchange(server, own, code));
      await allow(['notes:write']);
      expectInvalidGrant(await refresh(server, refresh_token));
    });
  });

  it('the scope that is granted is the scope that is told, and a smaller consent stays small', async () => {
    const { sessionID } = await requestConsent(server, account, application);
    const { headers } = await decide(server, account, sessionID, { is_rejected: false, scope: 'notes:read' });
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { scope, refresh_token } = await exchangeAll(code);
    expect(scope).toBe('notes:read');
    expect((await refresh(server, refresh_token)).body.scope).toBe('notes:read');
  });

  it('scope on a code exchange changes nothing', async () => {
    const code = await obtainCode(server, account, application, { scope: 'notes:read' });
    expect((await exchange(server, application, code, { scope: 'notes:write' })).body.scope).toBe('notes:read');
  });
});

describe('exchanging a code after RESOURCES_FILE was changed', () => {
  it('gives the scopes that are still there, and spends no code of which none is', async () => {
    const env = twoResources();
    const server = await TestServer.start({ env });
    try {
      const account = await signUp(server);
      const application = await register(server, account);
      const whole = await obtainCode(server, account, application);
      const writing = await obtainCode(server, account, application, { scope: 'notes:write' });
      const photos = await obtainCode(server, account, application, { scope: 'photos:read' });

      await restartWith('reading', server, env);
      expect((await exchange(server, application, whole)).body).toMatchObject({ scope: 'notes:read' });
      for (const code of [writing, photos]) {
        const { status, body } = await exchange(server, application, code);
        expect([status, body.error]).toEqual([400, 'invalid_scope']);
      }

      await restartWith('both', server, env);
      expect((await exchange(server, application, writing)).body.scope).toBe('notes:write');
      expect((await exchange(server, application, photos)).body.scope).toBe('photos:read');
    } finally {
      await server.stop();
    }
  });
});
