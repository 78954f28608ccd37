import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Answer,
  type Application,
  type Tokens,
  call,
  exchange,
  obtainCode,
  pkce,
  query,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

type Refreshed = Answer<Tokens & { error?: string }>;

describe('a refresh whose answer was lost', () => {
  const server = givenServer({ isFrozen: true });
  const developer = givenAccount(server);
  const account = givenAccount(server);
  const other = givenApplication(server, developer);

  const newApplication = (fields = {}) =>
    register(server, developer, { client_type: 'public', refresh_retry_window: 30, ...fields });
  const newConfidential = (fields = {}) => newApplication({ client_type: 'confidential', ...fields });
  const change = ({ client_id }: Application, body: Record<string, unknown>) =>
    call('PATCH', `${server.url}/api/applications/${client_id}`, { headers: developer.session, body });

  async function begin(application: Application, by = account): Promise<string> {
    const { verifier, challenge } = pkce();
    const bound = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(server, by, application, bound);
    return (await exchange(server, application, code, { code_verifier: verifier })).body.refresh_token;
  }

  /** A used refresh token and the answer to its use. */
  async function lose(application: Application, override = {}) {
    const used = await begin(application);
    const first = await refresh(server, used, override);
    expect(first.status).toBe(200);
    return { used, first: first.body };
  }

  function expectRetried({ status, body }: Refreshed, first: Tokens): void {
    expect([status, body.refresh_token]).toEqual([200, first.refresh_token]);
    expect(decodeJwt(body.access_token).jti).not.toBe(decodeJwt(first.access_token).jti);
  }
  const expectRefused = ({ status, body }: Refreshed) => expect([status, body.error]).toEqual([400, 'invalid_grant']);

  /** The family is revoked: its living token is refused too. */
  async function expectReplay(answer: Refreshed, first: Tokens, override = {}): Promise<void> {
    expectRefused(answer);
    expectRefused(await refresh(server, first.refresh_token, override));
  }

  it('is answered once more with the same refresh token and a new access token, as often as it comes', async () => {
    const { used, first } = await lose(await newApplication());
    const answers = [];
    for (let times = 0; times < 10; times += 1) answers.push(await refresh(server, used));
    for (const answer of answers) expectRetried(answer, first);
    expect(new Set(answers.map(({ body }) => decodeJwt(body.access_token).jti)).size).toBe(10);
    for (const { body } of answers)
      expect(decodeJwt(body.access_token)).toMatchObject({ fam: decodeJwt(first.access_token)['fam'] });
    const [row] = await storedRows<{ generation: number }>(
      server,
      'SELECT generation FROM refresh_families WHERE id = ?',
      decodeJwt(first.access_token)['fam'],
    );
    expect(row).toEqual({ generation: 1 });
  });

  it('is nothing that the account would find in its record', async () => {
    const { used, first } = await lose(await newApplication());
    const events = () =>
      storedRows<{ kind: string }>(
        server,
        'SELECT kind FROM events WHERE family_id = ? ORDER BY at',
        decodeJwt(first.access_token)['fam'],
      );
    const before = await events();
    await refresh(server, used);
    expect(await events()).toEqual(before);
    await refresh(server, first.refresh_token);
    await refresh(server, used);
    expect(await events()).toEqual([...before, { kind: 'replay.refresh_token' }]);
  });

  it('breaks no chain: what it was given can be used, lost and retried in turn', async () => {
    let token = await begin(await newApplication());
    for (let turn = 0; turn < 4; turn += 1) {
      const { body: first } = await refresh(server, token);
      expectRetried(await refresh(server, token), first);
      token = first.refresh_token;
    }
  });

  it('is a replay where the application did not ask for a window, at the same instant too', async () => {
    for (const application of [
      await register(server, developer),
      await newApplication({ refresh_retry_window: undefined }),
      await newApplication({ refresh_retry_window: 0 }),
    ]) {
      const { client_id, client_secret } = application;
      const credentials = { client_id, client_secret };
      const { used, first } = await lose(application, credentials);
      await expectReplay(await refresh(server, used, credentials), first, credentials);
    }
  });

  it.each([1, 5, 60])(
    'is a replay at the end itself of a window of %i s, which no retry makes longer',
    async (window) => {
      const { used, first } = await lose(await newApplication({ refresh_retry_window: window }));
      await server.advance({ ms: window * 1000 - 1 });
      expectRetried(await refresh(server, used), first);
      await server.advance({ ms: 1 });
      await expectReplay(await refresh(server, used), first);
    },
  );

  it('is a replay once its successor was used, and the family ends for good', async () => {
    const { used, first } = await lose(await newApplication());
    const { body: second } = await refresh(server, first.refresh_token);
    await expectReplay(await refresh(server, used), second);
    for (const token of [used, first.refresh_token, second.refresh_token]) expectRefused(await refresh(server, token));
  });

  it('is a replay two generations later, though that one could be retried', async () => {
    const { used, first } = await lose(await newApplication({ refresh_retry_window: 60 }));
    const { body: second } = await refresh(server, first.refresh_token);
    expectRetried(await refresh(server, first.refresh_token), second);
    await expectReplay(await refresh(server, used), second);
    expectRefused(await refresh(server, first.refresh_token));
  });

  describe('is refused, window or not, after', () => {
    const grantOf = async ({ client_id }: Application) => {
      const { body } = await call<{ items: { id: string; client: { client_id: string } }[] }>(
        'GET',
        `${server.url}/api/grants`,
        { headers: account.session },
      );
      return body.items.find(({ client }) => client.client_id === client_id)!.id;
    };

    it('the account removed the access, and after it gave it again', async () => {
      const application = await newApplication();
      const { used } = await lose(application);
      await call('DELETE', `${server.url}/api/grants/${await grantOf(application)}`, { headers: account.session });
      expectRefused(await refresh(server, used));
      await begin(application);
      expectRefused(await refresh(server, used));
    });

    it('a replay ended the family', async () => {
      const first = await begin(await newApplication());
      const { body: second } = await refresh(server, first);
      const { body: third } = await refresh(server, second.refresh_token);
      expectRefused(await refresh(server, first));
      expectRefused(await refresh(server, second.refresh_token));
      expectRefused(await refresh(server, third.refresh_token));
    });

    it('the application was disabled', async () => {
      const application = await newApplication();
      const { used } = await lose(application);
      await change(application, { enabled: false });
      expectRefused(await refresh(server, used));
    });

    it('the application was deleted', async () => {
      const application = await newApplication();
      const { used } = await lose(application);
      const url = `${server.url}/api/applications/${application.client_id}`;
      await call('DELETE', url, { headers: developer.session });
      expectRefused(await refresh(server, used));
    });

    it('the account was closed', async () => {
      const leaver = await signUp(server);
      const used = await begin(await newApplication(), leaver);
      expect((await refresh(server, used)).status).toBe(200);
      const body = { current_password: leaver.password };
      await call('DELETE', `${server.url}/api/account`, { headers: leaver.session, body });
      expectRefused(await refresh(server, used));
    });
  });

  it("is another client's that proves to be itself, or names itself: refused, and nothing ends", async () => {
    const application = await newApplication();
    const { used, first } = await lose(application);
    const { client_id, client_secret } = other;
    expectRefused(await refresh(server, used, { client_id, client_secret }));
    expectRefused(await refresh(server, used, { client_id }));
    const wrong = { client_id: application.client_id, client_secret: 'wrong' };
    expect((await refresh(server, used, wrong)).status).toBe(401);
    expectRetried(await refresh(server, used), first);
  });

  describe('of a confidential application', () => {
    let application: Application;
    let proof: { client_id: string; client_secret: string };
    beforeAll(async () => {
      application = await newConfidential();
      proof = { client_id: application.client_id, client_secret: application.client_secret };
    });

    it('is a replay where nobody authenticates', async () => {
      for (const unproven of [{}, { client_id: application.client_id }]) {
        const { used, first } = await lose(application, proof);
        await expectReplay(await refresh(server, used, unproven), first, proof);
      }
    });

    it('is answered where it authenticates, in whichever way', async () => {
      const { used, first } = await lose(application, proof);
      const { client_id, client_secret } = proof;
      const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
      const parameters = { grant_type: 'refresh_token', refresh_token: used };
      const form = (more = {}) => new URLSearchParams({ ...parameters, ...more });
      const url = `${server.url}/oauth2/access_token`;
      const headers = { authorization };
      for (const answer of [
        await refresh(server, used, proof),
        await call('GET', `${url}?${query(parameters)}`, { headers }),
        await call('POST', url, { headers, body: form() }),
        await call('POST', `${server.url}/oauth2/token`, { body: form(proof) }),
      ])
        expectRetried(answer as Refreshed, first);
    });

    it('is a replay where the use before did not authenticate: that may have been a thief', async () => {
      const { used, first } = await lose(application);
      expect((await refresh(server, used, proof)).body.error).toBe('invalid_grant');
      expect((await refresh(server, first.refresh_token, proof)).body.error).toBe('invalid_grant');
    });

    it('is not answered by another secret, and nothing ends', async () => {
      const { used, first } = await lose(application, proof);
      expect((await refresh(server, used, { ...proof, client_secret: other.client_secret })).status).toBe(401);
      expectRetried(await refresh(server, used, proof), first);
    });
  });

  it('of a public application is answered without credentials, by GET and POST', async () => {
    const application = await newApplication();
    const { used, first } = await lose(application);
    const { client_id } = application;
    expectRetried(await refresh(server, used), first);
    expectRetried(await refresh(server, used, { client_id }), first);
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: used, client_id });
    expectRetried(await call('POST', `${server.url}/oauth2/token`, { body }), first);
  });
});
