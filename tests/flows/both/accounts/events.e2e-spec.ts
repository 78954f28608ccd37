import { givenServer } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Application,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

interface EventRow {
  id: number;
  at: number;
  kind: string;
  account_id: string | null;
  client_id: string | null;
  family_id: string | null;
  actor_id: string | null;
  address: string | null;
  scopes: string | null;
}

describe('events', () => {
  const server = givenServer();
  let account: Account;
  let application: Application;
  /** The last event before each test. */
  let last: number;
  beforeEach(async () => {
    account = await signUp(server);
    application = await register(server, account);
    const [newest] = await storedRows<{ id: number }>(server, 'SELECT MAX(id) AS id FROM events');
    last = newest!.id;
  });

  const written = () => storedRows<EventRow>(server, 'SELECT * FROM events WHERE id > ? ORDER BY id', last);
  const api = (method: string, path: string, body?: unknown) =>
    call(method, `${server.url}/api${path}`, { headers: account.session, body });
  const familyOf = (accessToken: string) =>
    (JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as { fam: string }).fam;

  /** An event of this account, with defaults. */
  const event = (kind: string, more: Partial<EventRow> = {}) => ({
    id: expect.any(Number) as number,
    at: expect.any(Number) as number,
    kind,
    account_id: account.id,
    client_id: null,
    family_id: null,
    actor_id: null,
    address: '127.0.0.1',
    scopes: null,
    ...more,
  });
  const ofApplication = (kind: string, more: Partial<EventRow> = {}) =>
    event(kind, { client_id: application.client_id, ...more });

  it('tell of an account and its sessions from beginning to end', async () => {
    const before = Date.now();
    account = await signUp(server);
    await call('POST', `${server.url}/api/session`, { body: { email: account.email, password: 'wrong' } });
    await api('PATCH', '/account', { name: 'A', current_password: account.password });
    await api('DELETE', '/session');
    const { email, password } = account;
    const signedIn = await call('POST', `${server.url}/api/session`, { body: { email, password } });
    account.session = { authorization: `Bearer ${String(signedIn.body['session_token'])}` };
    await api('DELETE', '/account', { current_password: password });

    const events = await written();
    expect(events).toEqual([
      event('account.created'),
      event('sign_in.succeeded'),
      event('sign_in.failed'),
      event('account.changed'),
      event('sign_in.ended'),
      event('sign_in.succeeded'),
      event('account.closed'),
    ]);
    for (const { at } of events) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
  });

  it('tell of a failed sign-in of nobody, without the email', async () => {
    const email = `${unique()}@example.com`;
    await call('POST', `${server.url}/api/session`, { body: { email, password: 'wrong password' } });
    const events = await written();
    expect(events).toEqual([event('sign_in.failed', { account_id: null })]);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  it('tell of a wrong current_password', async () => {
    await api('PATCH', '/account', { name: 'A', current_password: 'wrong' });
    await api('DELETE', '/account', { current_password: 'wrong' });
    expect(await written()).toEqual([event('password.failed'), event('password.failed')]);
  });

  it('record once that the sign-in limit is reached, however many tries are refused', async () => {
    const body = { email: account.email, password: 'wrong' };
    const tries = Array.from({ length: 30 }, () => call('POST', `${server.url}/api/session`, { body }));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const failed = Array.from({ length: 10 }, () => 'sign_in.failed');
    expect((await written()).map(({ kind }) => kind).sort()).toEqual(['sign_in.braked', ...failed]);
    expect(await written()).toContainEqual(event('sign_in.braked'));
    const { status } = await api('PATCH', '/account', { name: 'A', current_password: account.password });
    expect(status).toBe(429);
    expect(await written()).toHaveLength(11);
  });

  it('do not record a limit that the last try did not reach, as it succeeded', async () => {
    const { email, password } = account;
    for (const given of [...Array.from({ length: 9 }, () => 'wrong'), password])
      await call('POST', `${server.url}/api/session`, { body: { email, password: given } });
    const kinds = (await written()).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array.from({ length: 9 }, () => 'sign_in.failed'), 'sign_in.succeeded']);
  });

  it('tell of an application and its secrets', async () => {
    application = await register(server, account);
    const { client_id } = application;
    await api('PATCH', `/applications/${client_id}`, { name: 'Renamed' });
    const secret = await api('POST', `/applications/${client_id}/secrets`);
    await api('POST', `/applications/${client_id}/secrets`, { replaces: secret.body['id'] });
    await api('DELETE', `/applications/${client_id}/secrets/${String(secret.body['id'])}`);
    await api('DELETE', `/applications/${client_id}`);

    const events = await written();
    expect(events).toEqual([
      ofApplication('application.created'),
      ofApplication('application.changed'),
      ofApplication('secret.created'),
      ofApplication('secret.replaced'),
      ofApplication('secret.deleted'),
      ofApplication('application.deleted'),
    ]);
    expect(JSON.stringify(events)).not.toContain('csy_secret_');
  });

  it('tell of consent given, with its scopes, and of consent refused', async () => {
    const given = await requestConsent(server, account, application);
    await decide(server, account, given.sessionID, { is_rejected: false, scope: 'notes:read' });
    const refused = await requestConsent(server, account, application);
    await decide(server, account, refused.sessionID, { is_rejected: true });
    await decide(server, account, refused.sessionID, { is_rejected: false }); // decided already
    expect(await written()).toEqual([
      ofApplication('consent.given', { scopes: 'notes:read' }),
      ofApplication('consent.refused'),
    ]);
  });

  it('tell of a grant that ended', async () => {
    await obtainCode(server, account, application);
    const grants = (await api('GET', '/grants')).body['items'] as { id: string }[];
    await api('DELETE', `/grants/${grants[0]!.id}`);
    await api('DELETE', `/grants/${grants[0]!.id}`);
    expect((await written()).slice(1)).toEqual([ofApplication('grant.ended')]);
  });

  it('tell of each grant that ends with its application', async () => {
    await obtainCode(server, account, application);
    await api('DELETE', `/applications/${application.client_id}`);
    expect((await written()).slice(1)).toEqual([ofApplication('application.deleted'), ofApplication('grant.ended')]);
  });

  it('tell of each application and grant that ends with its account', async () => {
    await obtainCode(server, account, application);
    await api('DELETE', '/account', { current_password: account.password });
    const kinds = (await written()).map(({ kind }) => kind);
    expect(kinds.slice(1).sort()).toEqual(['account.closed', 'application.deleted', 'grant.ended']);
  });

  it('tell of a test token', async () => {
    const { body } = await api('POST', `/applications/${application.client_id}/test-token`, { scope: 'notes:read' });
    const family_id = familyOf(String(body['access_token']));
    expect(await written()).toEqual([ofApplication('test_token.issued', { family_id, scopes: 'notes:read' })]);
  });

  it('tell of a replayed code once, and the log warns of it', async () => {
    const code = await obtainCode(server, account, application);
    const { body } = await exchange(server, application, code);
    await exchange(server, application, code);
    await exchange(server, application, code);
    expect((await written()).slice(1)).toEqual([
      ofApplication('replay.code', { family_id: familyOf(body.access_token) }),
    ]);
    expect(await warningsOf(application)).not.toHaveLength(0);
  });

  it('tell of a replayed refresh token once, and the log warns of it', async () => {
    const { refresh_token, access_token } = await obtainTokens(server, account, application);
    await refresh(server, refresh_token);
    await refresh(server, refresh_token);
    await refresh(server, refresh_token);
    const family_id = familyOf(access_token);
    expect((await written()).slice(1)).toEqual([ofApplication('replay.refresh_token', { family_id })]);
    expect(await warningsOf(application)).toMatchObject([{ familyId: family_id, level: 'warn' }]);
  });

  it('do not tell of plain exchanges, refreshes, requests and refusals', async () => {
    const code = await obtainCode(server, account, application);
    const [given] = await written();
    expect(given).toMatchObject({ kind: 'consent.given' });

    await exchange(server, application, code, { client_secret: 'wrong' });
    const { body } = await exchange(server, application, code);
    await refresh(server, body.refresh_token, { scope: 'notes:other' });
    const next = await refresh(server, body.refresh_token);
    await refresh(server, next.body.refresh_token);
    await requestConsent(server, account, application);
    await api('GET', '/applications');
    await api('POST', '/applications', { name: '' });
    await api('PATCH', '/account', { name: 'A', current_password: undefined });
    expect(await written()).toEqual([given]);
  });

  it('hold no secret of all that was said', async () => {
    const { refresh_token, access_token } = await obtainTokens(server, account, application);
    const rows = JSON.stringify(await storedRows(server, 'SELECT * FROM events'));
    const { client_secret } = application;
    for (const secret of [
      account.password,
      account.sessionToken,
      account.email,
      client_secret,
      refresh_token,
      access_token,
    ])
      expect(rows).not.toContain(secret);
  });

  async function warningsOf({ client_id }: Application): Promise<Record<string, unknown>[]> {
    await server.logged(`"clientId":"${client_id}"`);
    return server.output
      .split('\n')
      .filter((line) => line.includes('"level":"warn"') && line.includes(client_id))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
});
