import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { call, signUp } from '@consentry/test-support/world/world';

/** A browser sends the cookies of a host to all its ports. */
class HostCookies {
  private readonly values = new Map<string, string>();

  async call(method: string, url: string, body?: object) {
    const cookie = [...this.values].map((pair) => pair.join('=')).join('; ');
    const answer = await call(method, url, { headers: { cookie, origin: new URL(url).origin }, body });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.values.delete(name);
      else this.values.set(name, value);
    }
    return answer;
  }
}

describe('servers on one host', () => {
  let servers: TestServer[];

  beforeAll(async () => {
    const port = await freePort();
    const below = { port, env: { AUTH_URL: `http://localhost:${port}/auth` } };
    servers = await Promise.all([TestServer.start(), TestServer.start(), TestServer.start(below)]);
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('leave the sessions alone that a browser has with the others', async () => {
    const browser = new HostCookies();
    const accounts = await Promise.all(servers.map((server) => signUp(server)));
    const sessionAt = (n: number) => `${servers[n]!.url}/api/session`;
    const signedIn = async () =>
      Promise.all(servers.map(async (_, n) => (await browser.call('GET', sessionAt(n))).status === 200));
    for (const [n, { email, password }] of accounts.entries())
      expect((await browser.call('POST', sessionAt(n), { email, password })).status).toBe(201);
    expect(await signedIn()).toEqual([true, true, true]);
    expect((await browser.call('DELETE', sessionAt(1))).status).toBe(204);
    expect(await signedIn()).toEqual([true, false, true]);
  });
});
