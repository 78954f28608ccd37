import { DocumentServer } from '@consentry/test-support/world/document-server';
import { askForDevice, basicOf, registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { KeySetUrl, KeyedClient } from '@consentry/test-support/world/keyed-client';
import { bearer, registerItself } from '@consentry/test-support/world/registration';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Answer,
  CALLBACK,
  authorizeUrl,
  call,
  pkce,
  query,
  register,
  unique,
} from '@consentry/test-support/world/world';

const HERE = '198.51.100.1';
const ELSEWHERE = '203.0.113.1';

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Trusts a proxy on loopback: a test sets each caller's address. */
describe('what strangers may call', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const account = givenAccount(server);
  beforeEach(async () => {
    await server.advance({ minutes: 15 }); // resets the limits
  });

  async function callTimes(times: number, make: (n: number) => Promise<{ status: number }>): Promise<number[]> {
    const statuses = new Set<number>();
    for (let at = 0; at < times; at += 20)
      for (const { status } of await Promise.all(Array.from({ length: 20 }, (_, n) => make(at + n))))
        statuses.add(status);
    return [...statuses];
  }

  function expectHeld({ status, body, headers }: Answer<{ error?: string }>): void {
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(700);
    expect(retryAfter).toBeLessThanOrEqual(900);
  }

  /** The count of a limit. */
  const countsOf = (limit: string) => storedRows(server, `SELECT hash FROM limit_counts WHERE name = '${limit}'`);

  it('pushes 300 authorization requests in 15 minutes from one address, where it is no registered application', async () => {
    const application = await register(server, account, { client_type: 'public' });
    const request = { redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 'a-state' };
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    const push = (address: string, client: Record<string, string>) =>
      call('POST', `${server.url}/oauth2/par`, {
        headers: from(address),
        body: new URLSearchParams({ ...request, ...proof, ...client }),
      });
    const { client_id } = application;
    expect(await callTimes(300, () => push(HERE, { client_id }))).toEqual([201]);
    expectHeld(await push(HERE, { client_id }));
    expect((await push(ELSEWHERE, { client_id })).status).toBe(201);

    const counted = await countsOf('pushed_requests');
    const confidential = await register(server, account);
    const secret = { client_id: confidential.client_id, client_secret: confidential.client_secret };
    expect((await push(HERE, secret)).status).toBe(201);
    expect(await countsOf('pushed_requests')).toEqual(counted);
    await server.advance({ minutes: 15 });
    expect((await push(HERE, { client_id })).status).toBe(201);
  });

  it('begins 300 devices in 15 minutes from one address', async () => {
    const television = await registerTelevision(server, account);
    const begin = (address: string) => askForDevice(server, { client_id: television.client_id }, from(address));
    expect(await callTimes(300, () => begin(HERE))).toEqual([200]);
    expectHeld(await begin(HERE));
    expect((await begin(ELSEWHERE)).status).toBe(200);
    const confidential = await registerTelevision(server, account, { client_type: 'confidential' });
    const proven = await askForDevice(server, {}, { ...from(HERE), ...basicOf(confidential) });
    expect(proven.status).toBe(200);
  });

  it('names 300 unknown documents in 15 minutes from one address: no more are fetched', async () => {
    const site = await DocumentServer.start();
    const name = (address: string, path: string) =>
      call(
        'GET',
        authorizeUrl(server, { client_id: `${site.url}/${path}`, client_secret: '', redirect_uris: [CALLBACK] }),
        {
          headers: from(address),
        },
      );
    try {
      expect(await callTimes(300, (n) => name(HERE, `client-${n}`))).toEqual([400]);
      expect(site.fetched).toHaveLength(300);
      expectHeld(await name(HERE, 'one-more'));
      expect(site.fetched).toHaveLength(300);
      expect((await name(ELSEWHERE, 'one-more')).status).toBe(400);
      expect(site.fetched).toHaveLength(301);
    } finally {
      site.stop();
    }
  });

  it('demands 300 new sign-ins in 15 minutes from one address; those that are noted go on', async () => {
    const application = await register(server, account);
    const demand = (address: string, state: string) =>
      call('GET', authorizeUrl(server, application, { prompt: 'login', state }), { headers: from(address) });
    expect(await callTimes(300, (n) => demand(HERE, `state-${n}`))).toEqual([401]);
    expectHeld(await demand(HERE, 'another'));
    expect((await demand(HERE, 'state-7')).status).toBe(401);
    expect((await demand(ELSEWHERE, 'another')).status).toBe(401);
    expect(await storedRows(server, 'SELECT hash FROM sign_in_demands')).toHaveLength(301);
  });

  it('brings 30 bad signatures of a client in 15 minutes from one address: then no key is fetched or tried', async () => {
    const keys = await KeySetUrl.serve();
    try {
      const columns = { jwks: null, jwks_uri: keys.url };
      const [client, other] = [
        await KeyedClient.register(server, account, { columns }),
        await KeyedClient.register(server, account),
      ];
      const exp = server.freeze().then((now) => Math.floor(now / 1000) + 200);
      const bySignature = async (keyed: KeyedClient, address: string, path = 'revoke') => {
        const times = { iat: undefined, exp: await exp };
        const parameters = { token: unique(), ...(await keyed.credentials(times)) };
        const body = new URLSearchParams(parameters);
        return call('POST', `${server.url}/oauth2/${path}`, { headers: from(address), body });
      };
      for (let n = 0; n < 15; n += 1) expect((await bySignature(client, HERE)).status).toBe(401);
      const byRequest = async (address: string) => {
        const { client_id } = client.application;
        const request = await client.requestObject({ exp: await exp });
        return call('GET', `${server.url}/oauth2/authorize?${query({ client_id, request })}`, {
          headers: from(address),
        });
      };
      for (let n = 0; n < 15; n += 1) expect((await byRequest(HERE)).status).toBe(400);
      const asked = keys.asked;
      keys.keys = [client.key.jwk];
      await server.advance({ seconds: 60 });
      for (const held of [await bySignature(client, HERE), await byRequest(HERE)]) expectHeld(held);
      expect(keys.asked).toBe(asked);

      const counted = await countsOf('signature_failures');
      expect((await bySignature(client, ELSEWHERE)).status).toBe(200);
      expect((await bySignature(other, HERE)).status).toBe(200);
      expect(await countsOf('signature_failures')).toEqual(counted);
    } finally {
      await keys.stop();
    }
  });
});

describe('a client that registered itself', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });

  it('changes what it said 20 times an hour: each change is an event, which is kept for long', async () => {
    const [client, other] = [await registerItself(server), await registerItself(server)];
    const change = ({ client_id, registration_client_uri, registration_access_token: token } = client) =>
      call('PUT', registration_client_uri, {
        headers: { 'content-type': 'application/json', ...bearer(token) },
        body: { client_id, redirect_uris: [CALLBACK] },
      });
    const statuses = await Promise.all(Array.from({ length: 25 }, () => change().then(({ status }) => status)));
    expect(statuses.sort()).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
    const told = `SELECT id FROM events WHERE kind = 'application.changed' AND client_id = '${client.client_id}'`;
    expect(await storedRows(server, told)).toHaveLength(20);
    const { status, body, headers } = await change();
    expect({ status, body }).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await change(other)).status).toBe(200);
    await server.advance({ minutes: 65 });
    expect((await change()).status).toBe(200);
  });
});
