import { generateKeyPairSync } from 'node:crypto';

import { type ClientOptions, ConsentryClient, MemoryTokenStore } from '@consentry/client';
import { TestIssuer } from '@consentry/guard/testing';
import type { INestApplicationContext } from '@nestjs/common';

import { startClientApp } from '../support/client-app';

/** What the client takes of no server and of no caller; the test issuer's tokens are bound to no key. */
describe('@consentry/client refuses', () => {
  let issuer: TestIssuer;
  let client: ConsentryClient;
  const open: INestApplicationContext[] = [];

  beforeAll(async () => void (issuer = await TestIssuer.start()));
  afterAll(() => issuer.stop());
  beforeEach(() => start());
  afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

  async function start(options: Partial<ClientOptions> = {}): Promise<void> {
    const app = await startClientApp({
      issuer: issuer.issuer,
      clientId: 'app',
      redirectUri: 'http://localhost:4000/callback',
      scopes: ['openid', 'notes:read'],
      apis: [issuer.audience],
      ...options,
    });
    client = app.get(ConsentryClient);
    open.push(app);
  }

  it('parameters of a sign-in that it sets itself', async () => {
    // @ts-expect-error -- refused by its type too
    await expect(client.begin({ client_id: 'another' })).rejects.toThrow('begin() sets client_id itself');
    const others: Record<string, string> = { redirect_uri: 'https://else.example/', request_uri: 'urn:x' };
    await expect(client.begin(others)).rejects.toThrow('begin() sets redirect_uri, request_uri itself');
    const { url } = await client.begin({ prompt: 'consent' });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'app', prompt: 'consent' });
  });

  async function signIn() {
    const { url, pending } = await client.begin();
    return client.finish(issuer.approve(url, { sub: 'ada' }), pending);
  }

  it('a token that is bound to no key, where it proved one', async () => {
    await start({ useDpop: true });
    await expect(signIn()).rejects.toMatchObject({ reason: 'token_not_bound', cause: { code: 'token_not_bound' } });
    await expect(client.fetchFor('ada')(issuer.audience)).rejects.toMatchObject({ code: 'sign_in_needed' });
    await start({ useDpop: 'optional' });
    expect(await signIn()).toMatchObject({ person: 'ada' });
  });

  it('such a token in place of one that was bound', async () => {
    const store = new MemoryTokenStore();
    await start({ useDpop: 'optional', store });
    await signIn();
    const { version, data } = (await store.find('ada'))!;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const bound = { ...(JSON.parse(data) as object), dpop: privateKey.export({ format: 'jwk' }), expiresAt: 0 };
    await store.swap('ada', version, { version: 'bound', data: JSON.stringify(bound) });
    await start({ useDpop: true, store });
    await expect(client.fetchFor('ada')(issuer.audience)).rejects.toMatchObject({
      code: 'access_revoked',
      cause: { code: 'token_not_bound' },
    });
    // Its refresh token is spent: to send it again would be a replay.
    expect(await store.find('ada')).toMatchObject({ data: '{"revoked":true}' });
  });
});
