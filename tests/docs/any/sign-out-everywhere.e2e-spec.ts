import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { type Administrator, administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { runShown } from '../support/shown-service';
import { type Type, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { typed } from '@consentry/test-support/world/typed';
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

const PAGE = 'docs/how-to/sign-out-everywhere.md';
const BLOCKS = blocksOf(PAGE);

/** Rows of the page's table: a call, and what becomes of the four. */
const [, table = ''] =
  /<!-- table: ends -->\n\n\|.*\n\|.*\n([^]*?)\n\n/.exec(readFileSync(join(ROOT, PAGE), 'utf8')) ?? [];
const ROWS = table.split('\n').map((line) => {
  const [called = '', ...outcomes] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  return { called, outcomes };
});

interface World {
  account: Account;
  other: Account;
  application: Application;
  tokens: { refresh_token: string; id_token: string };
}

describe(PAGE, () => {
  const server = givenServer();
  let administrator: Administrator;
  beforeAll(async () => (administrator = await makeAdministrator(server)));

  async function given(): Promise<World & { plain: string }> {
    const account = await signUp(server);
    const other = { ...account, ...(await signIn(server, account)) };
    const application = await register(server, account);
    const tokens = (await obtainTokens(server, account, application, {
      scope: 'openid notes:read',
    })) as unknown as World['tokens'];
    const { refresh_token: plain } = await obtainTokens(server, account, application, { scope: 'notes:read' });
    return { account, other, application, tokens, plain };
  }

  const asPerson =
    (method: string, path: string, body?: object) =>
    ({ account }: World) =>
      call(method, server.url + path, { headers: account.session, ...(body && { body }) });
  const asAdministrator =
    (method: string, path: string, body?: object) =>
    ({ account }: World) =>
      administer(server, administrator, method, `/accounts/${account.id}${path}`, body);
  const withNewPassword =
    (more = {}) =>
    (world: World) =>
      asPerson('PATCH', '/api/account', {
        password: 'a password of later',
        current_password: world.account.password,
        ...more,
      })(world);

  const CALLS: Record<string, (world: World) => Promise<{ status: number; text: string }>> = {
    '`DELETE /api/session`': asPerson('DELETE', '/api/session'),
    '`DELETE /api/sessions`': asPerson('DELETE', '/api/sessions'),
    '`DELETE /api/sessions?all=true`': asPerson('DELETE', '/api/sessions?all=true'),
    '`DELETE /api/grants/:id`': async (world) => {
      const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, {
        headers: world.account.session,
      });
      return asPerson('DELETE', `/api/grants/${body.items[0]!.id}`)(world);
    },
    '`PATCH /api/account` with a new password': withNewPassword(),
    '`PATCH /api/account` with a new password and `"end_grants": true`': withNewPassword({ end_grants: true }),
    '`DELETE /api/account`': (world) =>
      asPerson('DELETE', '/api/account', { current_password: world.account.password })(world),
    '`GET /oauth2/logout` with `id_token_hint`': (world) =>
      asPerson('GET', `/oauth2/logout?id_token_hint=${world.tokens.id_token}`)(world),
    '`POST /oauth2/revoke` with a refresh token': ({ application, tokens }) => {
      const { client_id, client_secret } = application;
      const body = new URLSearchParams({ client_id, client_secret, token: tokens.refresh_token });
      return call('POST', `${server.url}/oauth2/revoke`, { body });
    },
    '`DELETE /api/admin/accounts/:id/sessions`': asAdministrator('DELETE', '/sessions'),
    '`DELETE /api/admin/accounts/:id/grants`': asAdministrator('DELETE', '/grants'),
    '`PATCH /api/admin/accounts/:id` with `"disabled": true`': asAdministrator('PATCH', '', { disabled: true }),
  };

  const ended = (isEnded: boolean) => (isEnded ? 'ends' : 'stays');
  const isSignedOut = async ({ session }: Account) =>
    (await call('GET', `${server.url}/api/session`, { headers: session })).status === 401;
  const isRefused = async (token: string) => (await refresh(server, token)).body.error === 'invalid_grant';

  it.each(ROWS)('$called', async ({ called, outcomes }) => {
    const world = await given();
    const { status, text } = await CALLS[called]!(world);
    expect([Math.floor(status / 100), text]).toEqual([2, expect.anything()]);
    const seen = [
      await isSignedOut(world.account),
      await isSignedOut(world.other),
      await isRefused(world.tokens.refresh_token),
      await isRefused(world.plain),
    ];
    expect(seen.map(ended)).toEqual(outcomes);
  });

  it('has a row for each call', () => expect(ROWS.map(({ called }) => called)).toEqual(Object.keys(CALLS)));

  describe('everywhere, as the person', () => {
    let notes: GuardedService;
    let app: INestApplication;
    afterAll(() => Promise.all([notes.stop(), app.close()]));

    it('ends all access, at the service too, and tells the application', async () => {
      notes = await GuardedService.start(server.url);
      const account = await signUp(server);
      const application = await register(server, account);
      const code = adapted(BLOCKS.get('application'), {
        'https://auth.example.com': server.url,
        s6BhdRkqt3: application.client_id,
      });
      const shown = runShown<{ AppModule: Type; sessions: Map<string, unknown> }>(code);
      app = await NestFactory.create(shown.AppModule!, { logger: false });
      await app.listen(0, '127.0.0.1');
      const backchannel = `${await app.getUrl()}/back-channel-logout`;
      await call('PATCH', `${server.url}/api/applications/${application.client_id}`, {
        headers: account.session,
        body: { backchannel_logout_uri: backchannel },
      });
      const openid = await obtainTokens(server, account, application, { scope: 'openid notes:read' });
      const plain = await obtainTokens(server, account, application, { scope: 'notes:read' });
      const sid = String(decodeJwt((openid as unknown as World['tokens']).id_token)['sid']);
      shown.sessions!.set(sid, { person: 'Ada' }).set('of another', { person: 'Grace' });
      for (const { access_token: token } of [openid, plain]) expect(await notes.accepts(token)).toBe(true);

      const person = adapted(BLOCKS.get('person'), { 'https://auth.example.com': server.url });
      await typed(`SESSION='${account.sessionToken}'`, person);

      for (const { access_token: token } of [openid, plain])
        while (await notes.accepts(token)) await new Promise((resolve) => setTimeout(resolve, 20));
      while (shown.sessions!.has(sid)) await new Promise((resolve) => setTimeout(resolve, 20));
      expect([...shown.sessions!.keys()]).toEqual(['of another']);
      expect(await isSignedOut(account)).toBe(true);
      const forged = await call('POST', backchannel, { body: { logout_token: plain.access_token } });
      expect(forged.status).toBe(400);
    });
  });
});
