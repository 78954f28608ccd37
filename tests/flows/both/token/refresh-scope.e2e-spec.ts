import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { PHOTOS, restartWith, twoResources } from '@consentry/test-support/world/two-resources';
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

describe('scope on a refresh: asked now, of what was granted, of what is still allowed', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  /** Requests `asked` and consents to `granted`. */
  async function consentTo(granted: string, asked = 'notes:read notes:write', of = application) {
    const { sessionID } = await requestConsent(server, account, of, { scope: asked });
    const { headers } = await decide(server, account, sessionID, { is_rejected: false, scope: granted });
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    return (await exchange(server, of, code)).body;
  }
  const allow = (of: Application, scopes: string[] | null) =>
    call('PATCH', `${server.url}/api/applications/${of.client_id}`, { headers: account.session, body: { scopes } });

  it('narrows this access token only: the next one has all again', async () => {
    const first = await obtainTokens(server, account, application);
    const { body: narrow } = await refresh(server, first.refresh_token, { scope: 'notes:read' });
    expect(narrow.scope).toBe('notes:read');
    expect(decodeJwt(narrow.access_token).scope).toBe('notes:read');
    const { body: whole } = await refresh(server, narrow.refresh_token);
    expect(whole.scope).toBe('notes:read notes:write');
    const { body: again } = await refresh(server, whole.refresh_token, { scope: 'notes:write' });
    expect(again.scope).toBe('notes:write');
  });

  it('in any order and repetition', async () => {
    const { refresh_token } = await obtainTokens(server, account, application);
    const { body } = await refresh(server, refresh_token, { scope: 'notes:write  notes:read notes:write' });
    expect(body.scope).toBe('notes:read notes:write');
  });

  it('may repeat what was first asked, though the consent gave less', async () => {
    const { refresh_token } = await consentTo('notes:read');
    const { status, body } = await refresh(server, refresh_token, { scope: 'notes:read notes:write' });
    expect([status, body.scope]).toEqual([200, 'notes:read']);
  });

  it('of which nothing was granted is invalid_scope', async () => {
    const { refresh_token } = await consentTo('notes:read');
    const { status, body } = await refresh(server, refresh_token, { scope: 'notes:write' });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });

  it.each(['notes:write', 'notes:read notes:write', 'notes:read unknown', 'unknown', ' '])(
    'more than was ever asked (%j) is invalid_scope, also where another consent gave it',
    async (scope) => {
      const { refresh_token } = await obtainTokens(server, account, application, { scope: 'notes:read' });
      await obtainCode(server, account, application);
      const { status, body } = await refresh(server, refresh_token, { scope });
      expect([status, body.error]).toEqual([400, 'invalid_scope']);
      expect((await refresh(server, refresh_token)).body.scope).toBe('notes:read');
    },
  );

  it('is what the application is still allowed', async () => {
    const own = await register(server, account);
    const { refresh_token } = await obtainTokens(server, account, own);
    await allow(own, ['notes:read']);
    const { body: less } = await refresh(server, refresh_token, { scope: 'notes:read notes:write' });
    expect(less.scope).toBe('notes:read');
    const refused = await refresh(server, less.refresh_token, { scope: 'notes:write' });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
    await allow(own, null);
    expect((await refresh(server, less.refresh_token)).body.scope).toBe('notes:read notes:write');
  });

  it('nothing of it left: invalid_scope, and the token works once it is allowed again', async () => {
    const own = await register(server, account);
    const { refresh_token } = await obtainTokens(server, account, own, { scope: 'notes:write' });
    await allow(own, ['notes:read']);
    expect((await refresh(server, refresh_token)).body.error).toBe('invalid_scope');
    await allow(own, ['notes:write']);
    expect((await refresh(server, refresh_token)).body.scope).toBe('notes:write');
  });

  it('an empty one is an absent one', async () => {
    const { refresh_token } = await obtainTokens(server, account, application);
    expect((await refresh(server, refresh_token, { scope: '' })).body.scope).toBe('notes:read notes:write');
  });
});

/** What its last start said of names that left RESOURCES_FILE. */
const leftNamesIn = ({ output }: TestServer) =>
  output
    .split('\n')
    .filter((line) => line.includes('that RESOURCES_FILE does not name'))
    .map((line) => JSON.parse(line) as object);

describe('scope on a refresh, after RESOURCES_FILE was changed', () => {
  let env: { RESOURCES_FILE: string };
  let server: TestServer;
  let account: Account;
  let application: Application;

  beforeEach(async () => {
    env = twoResources();
    server = await TestServer.start({ env });
    account = await signUp(server);
    application = await register(server, account);
  });
  afterEach(() => server.stop());

  const expectInvalidScope = async (token: string, scope?: string) => {
    const { status, body } = await refresh(server, token, { scope });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  };

  it('is what the resource still has', async () => {
    const { refresh_token } = await obtainTokens(server, account, application);
    await restartWith('reading', server, env);
    const { body: less } = await refresh(server, refresh_token);
    expect(less.scope).toBe('notes:read');
    expect(decodeJwt(less.access_token).scope).toBe('notes:read');
    await expectInvalidScope(less.refresh_token, 'notes:write');
    await restartWith('both', server, env);
    expect((await refresh(server, less.refresh_token)).body.scope).toBe('notes:read notes:write');
  });

  it('nothing of it left, or the resource gone: invalid_scope, and the token works once they are back', async () => {
    const tokensFor = async (scope: string) =>
      (await obtainTokens(server, account, application, { scope })).refresh_token;
    const [notes, writing, photos] = [
      await tokensFor('notes:read'),
      await tokensFor('notes:write'),
      await tokensFor('photos:read'),
    ];

    await restartWith('reading', server, env);
    expect(leftNamesIn(server)).toMatchObject([
      {
        level: 'warn',
        // One grant has all three.
        scopes: [
          { name: 'notes:write', grants: 1, applications: 0 },
          { name: 'photos:read', grants: 1, applications: 0 },
        ],
        resources: [{ url: PHOTOS, grants: 1 }],
        help: 'docs/errors/operators/names-left-resources-file.md',
      },
    ]);
    await expectInvalidScope(writing);
    await expectInvalidScope(writing, 'notes:write');
    await expectInvalidScope(photos);
    await restartWith('movedNotes', server, env);
    await expectInvalidScope(notes);

    await restartWith('both', server, env);
    expect(leftNamesIn(server)).toEqual([]);
    expect((await refresh(server, notes)).body.scope).toBe('notes:read');
    expect((await refresh(server, writing)).body.scope).toBe('notes:write');
    expect((await refresh(server, photos)).body.scope).toBe('photos:read');
  });
});
