import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { givenServer } from '@consentry/test-support/server/given';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  authorizeUrl,
  call,
  pkce,
  register,
  signUp,
} from '@consentry/test-support/world/world';

interface Metadata {
  [member: string]: unknown;
  issuer: string;
  grant_types_supported: string[];
  scopes_supported: string[];
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server';

describe('authorization server metadata (RFC 8414)', () => {
  const server = givenServer();
  let metadata: Metadata;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    metadata = (await call<Metadata>('GET', server.url + WELL_KNOWN)).body;
    account = await signUp(server);
    application = await register(server, account);
  });

  it('§2 issuer, response_types_supported, authorization and token endpoint are there', () => {
    expect(metadata).toMatchObject({
      issuer: server.url,
      response_types_supported: ['code'],
      authorization_endpoint: `${server.url}/oauth2/authorize`,
      token_endpoint: `${server.url}/oauth2/token`,
    });
  });

  it('§2 what authenticates by a JWT names its algorithms, and none is not among them', () => {
    for (const [name, value] of Object.entries(metadata).filter(([name]) => name.includes('_alg_values_'))) {
      expect([name, Array.isArray(value) && value.length > 0]).toEqual([name, true]);
      expect([name, value]).not.toEqual([name, expect.arrayContaining(['none'])]);
    }
    expect(metadata).toHaveProperty('token_endpoint_auth_signing_alg_values_supported');
  });

  it('§3.1 is found by GET at the well-known path', async () => {
    expect((await call('POST', server.url + WELL_KNOWN)).status).toBe(405);
  });

  it('§3.1 an issuer with a path has it behind the well-known name, as well as below its path', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const nested = await TestServer.start({ port, env: { AUTH_URL: `${origin}/tenant/auth` } });
    for (const path of [`${WELL_KNOWN}/tenant/auth`, `/tenant/auth${WELL_KNOWN}`]) {
      const { status, body } = await call('GET', origin + path);
      expect([path, status, body.issuer]).toEqual([path, 200, `${origin}/tenant/auth`]);
    }
    expect((await call('GET', `${origin}${WELL_KNOWN}/other`)).status).toBe(404);
    await nested.stop();
  });

  it('§3.2 is application/json with status 200, and no member is empty', async () => {
    const { status, headers } = await call('GET', server.url + WELL_KNOWN);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const empty = Object.entries(metadata).filter(
      ([, value]) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
    );
    expect(empty).toEqual([]);
  });

  it('§3.3 the issuer is the URL that the metadata was asked of', () => {
    expect(metadata.issuer).toBe(server.url);
  });

  it('every endpoint that it names is there', async () => {
    const named = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name)) as [string, string][];
    expect(named.length).toBeGreaterThan(5);
    // One of them answers GET without end.
    for (const [name, url] of named) expect([name, (await call('PATCH', url)).status]).not.toEqual([name, 404]);
  });

  it('every grant type that it names is known, and every other is not', async () => {
    const { client_id, client_secret } = application;
    const outcome = async (grant_type: string) => {
      const body = new URLSearchParams({ grant_type, client_id, client_secret });
      return (await call('POST', `${server.url}/oauth2/token`, { body })).body.error;
    };
    for (const name of metadata.grant_types_supported)
      expect([name, await outcome(name)]).not.toEqual([name, 'unsupported_grant_type']);
    expect(await outcome('password')).toBe('unsupported_grant_type');
  });

  it('every scope that it names can be asked for', async () => {
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    for (const scope of metadata.scopes_supported) {
      const url = authorizeUrl(server, application, { scope, ...proof });
      expect([scope, (await call('GET', url, { headers: account.session })).status]).toEqual([scope, 200]);
    }
  });

  it('every algorithm that it names for what clients sign is taken: assertions, requests, proofs', async () => {
    const named = (of: string) => metadata[`${of}_values_supported`] as string[];
    const lists = ['token_endpoint_auth_signing_alg', 'request_object_signing_alg', 'dpop_signing_alg'].map(named);
    for (const alg of new Set(lists.flat())) {
      const [client, key] = [await KeyedClient.register(server, account, { alg }), await DpopKey.make(alg)];
      const endpoint = `${server.url}/oauth2/par`;
      const parameters = { ...(await client.credentials()), request: await client.requestObject() };
      const headers = await key.header('POST', endpoint);
      const { status } = await call('POST', endpoint, { headers, body: new URLSearchParams(parameters) });
      expect([alg, status]).toEqual([alg, 201]);
    }
    expect(lists.map((list) => list.length)).toEqual([11, 11, 11]);
  });

  it('every way of client authentication that it names is taken', async () => {
    const { client_id, client_secret } = application;
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const keyed = await KeyedClient.register(server, account);
    const open = await register(server, account, { client_type: 'public' });
    const ways: Record<string, [Record<string, string>, Record<string, string>?]> = {
      client_secret_basic: [{}, { authorization: basic }],
      client_secret_post: [{ client_id, client_secret }],
      private_key_jwt: [await keyed.credentials()],
      none: [{ client_id: open.client_id }],
    };
    expect([...(metadata['token_endpoint_auth_methods_supported'] as string[])].sort()).toEqual(
      Object.keys(ways).sort(),
    );
    for (const [name, [parameters, headers = {}]] of Object.entries(ways)) {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none', ...parameters });
      const { body: told } = await call('POST', `${server.url}/oauth2/token`, { headers, body });
      expect([name, told.error]).toEqual([name, 'invalid_grant']);
    }
  });
});
