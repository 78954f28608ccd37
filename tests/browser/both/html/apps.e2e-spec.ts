import { cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { registerItself } from '@consentry/test-support/world/registration';
import { PKCE } from '@consentry/test-support/world/document-client';
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
} from '@consentry/test-support/world/world';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const PATH = '/account/apps';

describe('the page of the apps with access', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  let account: Account;
  let application: Application;
  let visitor: PageVisitor;
  beforeEach(async () => {
    account = await signUp(server, { name: 'Ada' });
    application = await register(server, account, { name: 'Photo Printer' });
    visitor = new PageVisitor(server, { 'user-agent': FIREFOX });
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
  });

  const grants = async () =>
    (
      await call<{ items: { id: string; scopes: string[]; connections: { id: string }[] }[] }>(
        'GET',
        `${server.url}/api/grants`,
        { headers: account.session },
      )
    ).body.items;
  const grant = async () => (await grants())[0]!;
  const post = (path: string, fields: Record<string, string> = {}, by = visitor) =>
    by.send('POST', path, new URLSearchParams(fields), { origin: new URL(server.url).origin });

  /** By the browser of the page. */
  async function connect(by = application) {
    const headers = { ...account, session: { ...account.session, 'user-agent': FIREFOX } };
    const { sessionID } = await requestConsent(server, headers, by);
    const location = (await decide(server, headers, sessionID)).headers.get('location')!;
    return (await exchange(server, by, new URL(location).searchParams.get('code')!)).body;
  }

  it('needs a sign-in, which leads back', async () => {
    const stranger = new PageVisitor(server);
    for (const path of [PATH, `${PATH}/x/remove`]) {
      const { status, next } = await stranger.get(path);
      expect([status, next]).toEqual([303, '/sign-in?return_to=%2Faccount%2Fapps']);
    }
    const { status, next } = await post(`${PATH}/x/remove`, {}, stranger);
    expect([status, next]).toEqual([303, '/sign-in?return_to=%2Faccount%2Fapps']);
  });

  it('says what stands here when nothing does', async () => {
    const { status, text } = await visitor.get(PATH);
    expect([status, text]).toEqual([200, expect.stringContaining('No app has access')]);
  });

  it('shows what each may, where it is connected and since when', async () => {
    await connect();
    const { text } = await visitor.get(PATH);
    for (const shown of ['Photo Printer', 'app.example.com', 'Read your notes', 'Allowed in Firefox on Linux'])
      expect(text).toContain(shown);
    expect(text).not.toContain('Not checked');
    const german = await visitor.send('GET', PATH, undefined, { 'accept-language': 'de' });
    for (const shown of ['Apps mit Zugriff', '1 Verbindung', 'Erlaubt in Firefox auf Linux'])
      expect(german.text).toContain(shown);
  });

  it('says that nobody has checked what registered itself, and of programs that they are', async () => {
    const itself = await registerItself(server, {
      client_name: '<b>Bank</b>',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1:7777/cb'],
    });
    await obtainCode(server, account, itself, { redirect_uri: 'http://127.0.0.1:7777/cb', ...PKCE });
    const { text, html } = await visitor.get(PATH);
    expect(text).toContain('Not checked');
    expect(text).toContain('a program on one of your devices');
    expect(html).toContain('&lt;b>Bank&lt;/b>');
    expect(html).not.toContain('<b>Bank');
  });

  it('removes the access after a question, and tells what ended', async () => {
    const tokens = await connect();
    await connect();
    await obtainCode(server, account, application);
    const { id } = await grant();
    const question = await visitor.get(`${PATH}/${id}/remove`);
    expect(question.text).toContain('Remove access for');
    expect(await grants()).toHaveLength(1);
    const answer = await post(`${PATH}/${id}/remove`);
    expect([answer.status, answer.next]).toEqual([303, `${PATH}?removed=${id}`]);
    expect(await grants()).toEqual([]);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    const told = await visitor.get(answer.next!);
    expect(told.text).toContain('can no longer access your account');
    expect(told.text).toContain('2 connections and 1 unused code ended.');
    // The form once more is no error, and tells the same.
    expect((await post(`${PATH}/${id}/remove`)).next).toBe(answer.next);
    await server.advance({ minutes: 10 });
    expect((await visitor.get(answer.next!)).text).not.toContain('can no longer access');
  });

  it('ends one connection', async () => {
    const [kept, ended] = [await connect(), await connect()];
    const { id, connections } = await grant();
    const answer = await post(`${PATH}/${id}/connections/${connections[0]!.id}/end`);
    expect([answer.status, answer.next]).toEqual([303, `${PATH}?ended=${id}`]);
    expect((await visitor.get(answer.next!)).text).toContain('The connection of');
    expect((await refresh(server, ended.refresh_token)).status).toBe(400);
    expect((await refresh(server, kept.refresh_token)).status).toBe(200);
  });

  it('takes single permissions back', async () => {
    await connect();
    const { id } = await grant();
    const refused = await post(`${PATH}/${id}/permissions`);
    const nothing = await visitor.open(refused.next!);
    expect([nothing.status, nothing.text]).toEqual([
      400,
      expect.stringContaining('Keep at least one, or remove the access.'),
    ]);
    expect((await grant()).scopes).toHaveLength(2);
    const answer = await post(`${PATH}/${id}/permissions`, { scope: 'notes:read' });
    expect([answer.status, answer.next]).toEqual([303, `${PATH}?narrowed=${id}`]);
    expect((await grant()).scopes).toEqual(['notes:read']);
    expect((await post(`${PATH}/${id}/permissions`, { scope: 'notes:write' })).next).toMatch(/[?]gone=/);
    expect((await grant()).scopes).toEqual(['notes:read']);
  });

  it('does nothing to the grants of others, nor tells of them', async () => {
    await connect();
    const { id, connections } = await grant();
    const stranger = new PageVisitor(server);
    stranger.cookies.set(sessionCookie(server), (await signUp(server)).sessionToken);
    for (const path of ['remove', 'permissions', `connections/${connections[0]!.id}/end`])
      await post(`${PATH}/${id}/${path}`, { scope: 'notes:read' }, stranger);
    expect(await grant()).toMatchObject({ scopes: ['notes:read', 'notes:write'], connections });
    expect((await stranger.get(`${PATH}/${id}/remove`)).next).toMatch(/gone=/);
    await post(`${PATH}/${id}/remove`);
    for (const done of ['removed', 'ended', 'narrowed'])
      expect((await stranger.get(`${PATH}?${done}=${id}`)).text).not.toContain('Photo Printer');
  });

  it.each(['https://evil.example', 'null', undefined])('takes no form from the origin %s', async (origin) => {
    await connect();
    const { id, connections } = await grant();
    for (const path of ['remove', 'permissions', `connections/${connections[0]!.id}/end`]) {
      const headers = {
        ...cookieOf(server, account),
        accept: 'text/html',
        ...(origin !== undefined && { origin }),
      };
      const body = new URLSearchParams({ scope: 'notes:read' });
      expect((await call('POST', `${server.url}${PATH}/${id}/${path}`, { headers, body })).status).toBe(403);
    }
    expect(await grant()).toMatchObject({ scopes: ['notes:read', 'notes:write'], connections });
  });

  it('ends access at services within a second, by each of its forms', async () => {
    const service = await GuardedService.start(server.url);
    const forms: ((id: string, connection: string) => [string, Record<string, string>?])[] = [
      (id) => [`${PATH}/${id}/permissions`, { scope: 'notes:read' }],
      (id, connection) => [`${PATH}/${id}/connections/${connection}/end`],
      (id) => [`${PATH}/${id}/remove`],
    ];
    for (const form of forms) {
      const { access_token } = await obtainTokens(server, account, application);
      expect(await service.accepts(access_token)).toBe(true);
      const { id, connections } = await grant();
      const [path, fields] = form(id, connections[0]!.id);
      await post(path, fields);
      await becomesSo(async () => !(await service.accepts(access_token)), 1_000);
    }
    await service.stop();
  });
});
