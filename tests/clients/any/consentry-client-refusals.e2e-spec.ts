import { type ClientOptions, ConsentryClient } from '@consentry/client';
import { TestIssuer } from '@consentry/guard/testing';

import { startClientApp } from '../support/client-app';

/** What the client takes of no server and of no caller; the test issuer's tokens are bound to no key. */
describe('@consentry/client refuses', () => {
  let issuer: TestIssuer;
  let client: ConsentryClient;
  let close: () => Promise<void>;

  beforeAll(async () => void (issuer = await TestIssuer.start()));
  afterAll(() => issuer.stop());
  beforeEach(() => start());
  afterEach(() => close());

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
    close = () => app.close();
  }

  it('parameters of a sign-in that it sets itself', async () => {
    // @ts-expect-error -- refused by its type too
    await expect(client.begin({ client_id: 'another' })).rejects.toThrow('begin() sets client_id itself');
    const others: Record<string, string> = { redirect_uri: 'https://else.example/', request_uri: 'urn:x' };
    await expect(client.begin(others)).rejects.toThrow('begin() sets redirect_uri, request_uri itself');
    const { url } = await client.begin({ prompt: 'consent' });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'app', prompt: 'consent' });
  });
});
