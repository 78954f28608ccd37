import { decodeJwt } from 'jose';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { CODE_AND_REFRESH, TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { PHOTOS, settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const NOTES = 'http://localhost:3001';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** Milliseconds within which a service refuses what has ended. */
const PROMISED = 1_000;

interface Delegation {
  client: { client_id: string; name: string };
  resource: { url: string; name: string };
  scopes: string[];
  created_at: string;
  last_used_at: string;
}

interface Grant {
  id: string;
  client: { client_id: string };
  delegations: Delegation[];
}

const scopesOf = (...names: string[]) => names.map((name) => ({ name, description: name }));

describe('token exchange for another resource, by policy', () => {
  const env = settingsOf([{ url: NOTES, name: 'Notes', scopes: scopesOf('notes:read', 'notes:write') }]);
  const server = givenServer({ env });
  let service: GuardedService;
  let account: Account;
  /** What the account consented to. */
  let diary: Application;
  /** An MCP server behind Notes that calls Photos for its caller. */
  let mcp: Application;
  /** Behind Photos; a policy leads it back to Notes. */
  let agent: Application;
  let tokens: Tokens;

  beforeAll(async () => {
    account = await signUp(server);
    const may = { grantTypes: [TOKEN_EXCHANGE, ...CODE_AND_REFRESH] };
    mcp = await registerAllowed(server, account, may, { name: 'MCP server' });
    agent = await registerAllowed(server, account, may, { name: 'Agent' });
    const policies = {
      notes: [{ client: agent.client_id, from: PHOTOS, scopes: { 'photos:read': ['notes:read'] } }],
      photos: [
        {
          client: mcp.client_id,
          from: NOTES,
          scopes: { 'notes:read': ['photos:read'], 'notes:write': ['photos:read', 'photos:print'] },
        },
      ],
    };
    const resources = [
      {
        ...{ url: NOTES, name: 'Notes', scopes: scopesOf('notes:read', 'notes:write') },
        token_exchanges: policies.notes,
      },
      {
        ...{ url: PHOTOS, name: 'Photos', scopes: scopesOf('photos:read', 'photos:print', 'photos:delete') },
        token_exchanges: policies.photos,
        introspection_clients: [agent.client_id],
      },
    ];
    settingsOf(resources, env.RESOURCES_FILE);
    await server.restart(env);
    service = await GuardedService.start(server.url, PHOTOS);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    diary = await register(server, account);
    tokens = await obtainTokens(server, account, diary);
  });

  const exchangeFor = (
    audience: string,
    subject: string,
    { by = mcp, scope, headers }: { by?: Application; scope?: string; headers?: Record<string, string> } = {},
  ) => {
    const subjectToken = { subject_token: subject, subject_token_type: ACCESS_TOKEN };
    const parameters = { grant_type: TOKEN_EXCHANGE, ...subjectToken, resource: audience };
    return call<Tokens & { error?: string; error_description?: string }>('POST', `${server.url}/oauth2/token`, {
      headers: { ...basicOf(by), ...headers },
      body: new URLSearchParams({ ...parameters, ...(scope !== undefined && { scope }) }),
    });
  };
  const exchanged = async (...given: Parameters<typeof exchangeFor>) => {
    const { status, body, text } = await exchangeFor(...given);
    if (status !== 200) throw new Error(`exchange: ${status} ${text}`);
    return body;
  };
  const isActive = async (token: string) => {
    const request = { headers: basicOf(agent), body: new URLSearchParams({ token }) };
    return (await call('POST', `${server.url}/oauth2/introspect`, request)).body['active'];
  };
  const ownGrant = async (): Promise<Grant | undefined> => {
    const { body } = await call<{ items: Grant[] }>('GET', `${server.url}/api/grants`, { headers: account.session });
    return body.items.find(({ client }) => client.client_id === diary.client_id);
  };
  const callOwn = (method: string, path: string, body?: unknown) =>
    call(method, `${server.url}/api/${path}`, { headers: account.session, body });

  it('gives the scopes that the held ones map to, with the same subject, grant and end', async () => {
    const { access_token: token, scope } = await exchanged(`${PHOTOS}/`, tokens.access_token);
    const before = decodeJwt(tokens.access_token);
    expect(scope).toBe('photos:read photos:print');
    expect(decodeJwt(token)).toMatchObject({
      ...{ sub: account.id, aud: PHOTOS, client_id: mcp.client_id, gc: diary.client_id, scope },
      act: { sub: mcp.client_id, client_id: mcp.client_id },
      fam: before['fam'],
    });
    expect(Number(decodeJwt(token).exp)).toBeLessThanOrEqual(Number(before.exp));
    expect((await exchanged(PHOTOS, tokens.access_token, { scope: 'photos:read' })).scope).toBe('photos:read');
    expect(await service.accepts(token)).toBe(true);
    expect(await service.accepts(tokens.access_token)).toBe(false);
  });

  it('gives nothing else, and says the same of resources that are unknown and of policies of others', async () => {
    const reading = await obtainTokens(server, account, diary, { scope: 'openid notes:read' });
    const { access_token: subject } = reading;
    for (const scope of ['photos:print', 'photos:delete', 'notes:read', 'openid'])
      expect((await exchangeFor(PHOTOS, subject, { scope })).body.error).toBe('invalid_scope');
    const token = (await exchanged(PHOTOS, subject)).access_token;
    const headers = { authorization: `Bearer ${token}` };
    expect((await call('GET', `${server.url}/oauth2/userinfo`, { headers })).status).toBe(403);

    const stranger = await exchangeFor(PHOTOS, subject, { by: agent });
    expect([stranger.status, stranger.body.error]).toEqual([400, 'invalid_target']);
    for (const unknown of ['https://mail.example.com', `${PHOTOS}/mcp`, `${PHOTOS}//`, server.url]) {
      const answer = await exchangeFor(unknown, subject, { by: agent });
      expect(answer.body).toEqual(stranger.body);
    }
    // A policy for another resource lists for none at the same one.
    expect((await exchangeFor(NOTES, subject)).body.error).toBe('unauthorized_client');
  });

  it('by another policy again nests the actors, and is shown to the account until its grant ends', async () => {
    const first = (await exchanged(PHOTOS, tokens.access_token)).access_token;
    const second = (await exchanged(NOTES, first, { by: agent })).access_token;
    expect(decodeJwt(second)).toMatchObject({
      ...{ aud: NOTES, scope: 'notes:read', client_id: agent.client_id, gc: diary.client_id },
      act: { sub: agent.client_id, act: { sub: mcp.client_id } },
    });
    const { id, delegations } = (await ownGrant())!;
    expect(delegations).toMatchObject([
      {
        client: { client_id: mcp.client_id, name: 'MCP server' },
        resource: { url: PHOTOS, name: 'Photos' },
        scopes: ['photos:read', 'photos:print'],
      },
      { client: { client_id: agent.client_id }, resource: { url: NOTES }, scopes: ['notes:read'] },
    ]);
    expect(delegations[0]!.created_at).toBe(delegations[0]!.last_used_at);

    expect([await isActive(first), await isActive(second)]).toEqual([true, true]);
    await callOwn('DELETE', `grants/${id}`);
    expect([await isActive(first), await isActive(second)]).toEqual([false, false]);
    tokens = await obtainTokens(server, account, diary);
    expect((await ownGrant())!.delegations).toEqual([]);
  });

  it('is bound to the key of a proof, and a bound token is not exchanged', async () => {
    const key = await DpopKey.make();
    const headers = await key.header('POST', `${server.url}/oauth2/token`);
    const { access_token: token, token_type } = await exchanged(PHOTOS, tokens.access_token, { headers });
    expect([token_type, decodeJwt(token)['cnf']]).toEqual(['DPoP', { jkt: key.jkt }]);
    expect((await exchangeFor(NOTES, token, { by: agent })).body.error).toBe('invalid_request');
  });

  describe('is refused by introspection and by the service when', () => {
    const expectRefusal = (token: string) => becomesSo(async () => !(await service.accepts(token)), PROMISED);
    const disable = ({ client_id }: Application, enabled = false) =>
      callOwn('PATCH', `applications/${client_id}`, { enabled });
    afterEach(() => disable(mcp, true));

    it.each<[string, () => Promise<unknown>]>([
      ['the grant ends', async () => callOwn('DELETE', `grants/${(await ownGrant())!.id}`)],
      [
        'the grant is narrowed',
        async () => callOwn('PATCH', `grants/${(await ownGrant())!.id}`, { scopes: ['notes:read'] }),
      ],
      [
        'the family ends by a replay',
        async () => {
          await refresh(server, tokens.refresh_token);
          await refresh(server, tokens.refresh_token);
        },
      ],
      ['the application that was consented to is disabled', () => disable(diary)],
      ['the application that acts is disabled', () => disable(mcp)],
    ])('%s', async (_, end) => {
      const { access_token: token } = await exchanged(PHOTOS, tokens.access_token);
      expect([await isActive(token), await service.accepts(token)]).toEqual([true, true]);
      await end();
      expect(await isActive(token)).toBe(false);
      await expectRefusal(token);
    });
  });

  it('after a narrowing gives what the rest maps to, and the account sees that alone', async () => {
    await exchanged(PHOTOS, tokens.access_token);
    await callOwn('PATCH', `grants/${(await ownGrant())!.id}`, { scopes: ['notes:read'] });
    const { body } = await refresh(server, tokens.refresh_token);
    expect((await exchangeFor(PHOTOS, tokens.access_token)).body.error).toBe('invalid_request');
    expect((await exchanged(PHOTOS, body.access_token)).scope).toBe('photos:read');
    expect((await exchangeFor(PHOTOS, body.access_token, { scope: 'photos:print' })).body.error).toBe('invalid_scope');
    expect((await ownGrant())!.delegations).toMatchObject([{ scopes: ['photos:read'] }]);
  });
});
