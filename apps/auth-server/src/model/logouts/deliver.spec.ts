import { LogoutReceiver } from '@consentry/test-support/world/logout-receiver';
import { deliver } from './deliver';

describe('deliver', () => {
  let client: LogoutReceiver;

  beforeAll(async () => {
    client = await LogoutReceiver.start();
  });
  afterAll(() => client.stop());

  it('posts the token to a client on loopback where the server is there too, and nowhere else', async () => {
    expect(await deliver(client.url, 'a token', { issuer: 'http://localhost:3000', insecureHosts: [] })).toBeNull();
    expect(client.received.map(({ form }) => form)).toEqual([{ logout_token: 'a token' }]);
    expect(await deliver(client.url, 'a token', { issuer: 'https://auth.example.com', insecureHosts: [] })).toBe(
      'its URI is not https',
    );
    expect(client.received).toHaveLength(1);
  });

  it.each(['http://rp.example/back-channel', 'ftp://rp.example/', 'nonsense'])('does not call %s', async (uri) => {
    expect(await deliver(uri, 'a token', { issuer: 'http://localhost:3000', insecureHosts: [] })).toBe(
      'its URI is not https',
    );
  });

  it.each([
    [200, null],
    [204, null],
    [302, 'it answered with 302'],
    [400, 'it answered with 400'],
    [503, 'it answered with 503'],
  ])('takes an answer of %i for %j', async (status, failure) => {
    client.status = status;
    expect(await deliver(client.url, 'a token', { issuer: 'http://localhost:3000', insecureHosts: [] })).toBe(failure);
  });
});
