import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import {
  type Answer,
  type Application,
  CALLBACK,
  call,
  obtainTokens,
  refresh,
  register,
} from '@consentry/test-support/world/world';

describe('the window in which a refresh may be retried', () => {
  const server = givenServer({ isFrozen: true, env: { REFRESH_TOKEN_TTL: '10' } });
  const account = givenAccount(server);

  const applications = () => `${server.url}/api/applications`;
  const create = (fields: Record<string, unknown>) =>
    call('POST', applications(), {
      headers: account.session,
      body: { name: 'Test app', redirect_uris: [CALLBACK], ...fields },
    });
  const change = ({ client_id }: Application, body: Record<string, unknown>) =>
    call('PATCH', `${applications()}/${client_id}`, { headers: account.session, body });
  const show = ({ client_id }: Application) =>
    call('GET', `${applications()}/${client_id}`, { headers: account.session });

  describe('is a field of the application', () => {
    it('that is 0 where nothing is said, when it is made and afterwards', async () => {
      const application = await register(server, account);
      expect(application).toMatchObject({ refresh_retry_window: 0 });
      expect((await show(application)).body).toMatchObject({ refresh_retry_window: 0 });
    });

    it.each([0, 1, 60])('that may be %j', async (refresh_retry_window) => {
      expect(await create({ refresh_retry_window })).toMatchObject({ status: 201, body: { refresh_retry_window } });
      const application = await register(server, account, { refresh_retry_window: 7 });
      const changed = await change(application, { refresh_retry_window });
      expect(changed).toMatchObject({ status: 200, body: { refresh_retry_window } });
      expect((await show(application)).body).toMatchObject({ refresh_retry_window });
    });

    it.each([-1, 61, 0.5, 59.999, 1e9, -0.1, '30', '', null, true, [], [30], {}])(
      'that is not %j',
      async (refresh_retry_window) => {
        expectProblem(await create({ refresh_retry_window }), 400, 'refresh_retry_window');
        const application = await register(server, account, { refresh_retry_window: 7 });
        expectProblem(await change(application, { refresh_retry_window }), 400, 'refresh_retry_window');
        expect((await show(application)).body).toMatchObject({ refresh_retry_window: 7 });
      },
    );

    it('that other changes leave alone, and a list shows', async () => {
      const application = await register(server, account, { refresh_retry_window: 7 });
      await change(application, { name: 'New name' });
      const { body } = await call<{ items: Application[] }>('GET', applications(), { headers: account.session });
      const shown = body.items.find(({ client_id }) => client_id === application.client_id);
      expect(shown).toMatchObject({ name: 'New name', refresh_retry_window: 7 });
    });
  });

  describe('counts as it is when the refresh comes again', () => {
    it.each([
      [30, 0, 0, 'invalid_grant'],
      [0, 30, 0, undefined],
      [60, 2, 1999, undefined],
      [60, 2, 2000, 'invalid_grant'],
      [2, 60, 2000, undefined],
    ])('%i s at the use, %i s %i ms later: %s', async (before, now, after, error) => {
      const application = await register(server, account, { refresh_retry_window: before });
      const { client_id, client_secret } = application;
      const proof = { client_id, client_secret };
      const { refresh_token: used } = await obtainTokens(server, account, application);
      expect((await refresh(server, used, proof)).status).toBe(200);
      await server.advance({ ms: after });
      await change(application, { refresh_retry_window: now });
      expect((await refresh(server, used, proof)).body.error).toBe(error);
    });
  });

  describe('gives no token a longer life', () => {
    const lastMillisecond = { ms: 9999 };
    async function loseAfter(time: { ms: number }) {
      const application = await register(server, account, { refresh_retry_window: 60 });
      const { client_id, client_secret } = application;
      const proof = { client_id, client_secret };
      const { refresh_token: used } = await obtainTokens(server, account, application);
      await server.advance(time);
      const first = await refresh(server, used, proof);
      expect(first.status).toBe(200);
      return { proof, used, successor: first.body.refresh_token };
    }
    const expectExpired = ({ status, body }: Answer<{ error?: string }>) =>
      expect([status, body.error]).toEqual([400, 'invalid_grant']);

    it('a retry ends with its refresh token, whatever is left of the window', async () => {
      const { proof, used, successor } = await loseAfter({ ms: 0 });
      await server.advance(lastMillisecond);
      expect((await refresh(server, used, proof)).body.refresh_token).toBe(successor);
      await server.advance({ ms: 1 });
      expectExpired(await refresh(server, used, proof));
      expectExpired(await refresh(server, successor, proof));
    });

    it('but a token used in its last millisecond may be retried when it would have expired', async () => {
      const { proof, used, successor } = await loseAfter(lastMillisecond);
      await server.advance({ ms: 500 });
      expect((await refresh(server, used, proof)).body.refresh_token).toBe(successor);
    });
  });

  it('frees no application from the authentication that it demands; what was refused ends nothing', async () => {
    const application = await register(server, account, { refresh_retry_window: 5 });
    const { client_id, client_secret } = application;
    const { refresh_token: used } = await obtainTokens(server, account, application);
    const { body: first } = await refresh(server, used, { client_id, client_secret });
    await change(application, { require_client_authentication: true });
    expect((await refresh(server, used)).body.error).toBe('invalid_request');
    expect((await refresh(server, used, { client_id })).body.error).toBe('invalid_client');
    const proven = await refresh(server, used, { client_id, client_secret });
    expect(proven.body.refresh_token).toBe(first.refresh_token);
  });
});

describe('REFRESH_RETRY_WINDOW', () => {
  const server = givenServer({ env: { REFRESH_RETRY_WINDOW: '30' } });
  const account = givenAccount(server);

  it.each([
    ['is the window of an application that says nothing', {}, 30, 200],
    ['is not that of one that wants none', { refresh_retry_window: 0 }, 0, 400],
    ['is not that of one that has its own', { refresh_retry_window: 5 }, 5, 200],
  ])('%s', async (_, fields, window, status) => {
    const application = await register(server, account, fields);
    expect(application).toMatchObject({ refresh_retry_window: window });
    const { client_id, client_secret } = application;
    const { refresh_token: used } = await obtainTokens(server, account, application);
    const again = () => refresh(server, used, { client_id, client_secret });
    expect([(await again()).status, (await again()).status]).toEqual([200, status]);
  });
});
