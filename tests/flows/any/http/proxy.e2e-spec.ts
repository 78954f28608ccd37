import { connect } from 'node:net';
import { givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { call, signUp, unique } from '@consentry/test-support/world/world';

/** Tries a password with a proxy's header. */
const tryFrom = ({ port }: TestServer, email: string, forwardedFor: string, password = 'wrong password') =>
  call('POST', `http://127.0.0.1:${port}/api/session`, {
    headers: { 'x-forwarded-for': forwardedFor },
    body: { email, password },
  });

async function addressesOf(server: TestServer): Promise<string[]> {
  const query = "SELECT address FROM events WHERE kind = 'sign_in.failed' ORDER BY id";
  return (await storedRows<{ address: string }>(server, query)).map(({ address }) => address);
}

describe('a server behind trusted proxies', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.0/8, 10.1.0.0/16, ::1' } });

  it('takes the address that the nearest proxy names, past other trusted ones, and no further', async () => {
    await tryFrom(server, 'a@example.com', '198.51.100.7');
    await tryFrom(server, 'b@example.com', '203.0.113.1, 198.51.100.8, 10.1.2.3');
    await tryFrom(server, 'c@example.com', '127.0.0.1, 10.2.0.1');
    expect(await addressesOf(server)).toEqual(['198.51.100.7', '198.51.100.8', '10.2.0.1']);
  });

  it('takes addresses with ports, which some proxies write, and in any notation, for one address', async () => {
    const { email, password } = await signUp(server);
    const spellings = (n: number) => [`198.51.100.40:${49_152 + n}`, '::ffff:c633:6428', '[::ffff:198.51.100.40]:443'];
    for (let n = 0; n < 10; n += 1) {
      const forwardedFor = `${spellings(n)[n % 3]}, 10.1.2.3:443`;
      expect((await tryFrom(server, email, forwardedFor)).status).toBe(401);
    }
    expect((await tryFrom(server, email, '198.51.100.40', password)).status).toBe(429);
    expect((await tryFrom(server, email, '198.51.100.41', password)).status).toBe(201);
  });

  it('takes an address alone: what else stands in its place counts and is recorded as the proxy', async () => {
    const before = (await addressesOf(server)).length;
    for (const [at, named] of ['x'.repeat(5000), 'unknown', '198.51.100.9:4711', '[2001:db8::9]:4711'].entries())
      await tryFrom(server, `no-address-${at}@example.com`, named);
    const addresses = (await addressesOf(server)).slice(before);
    expect(addresses).toEqual(['127.0.0.1', '127.0.0.1', '198.51.100.9', '2001:db8::9']);
  });

  it('limits the sign-ins of one address, and not of another', async () => {
    const { email, password } = await signUp(server);
    for (let n = 0; n < 10; n += 1) expect((await tryFrom(server, email, '198.51.100.20')).status).toBe(401);
    expect((await tryFrom(server, email, '198.51.100.20', password)).status).toBe(429);
    expect((await tryFrom(server, email, 'spoofed, 198.51.100.20', password)).status).toBe(429);
    expect((await tryFrom(server, email, '198.51.100.21', password)).status).toBe(201);
    expect((await tryFrom(server, email, '198.51.100.20', password)).status).toBe(429);
  });

  it('limits the sign-ins of one address after 100 failures, whatever the email', async () => {
    const from = '198.51.100.30';
    const { email, password } = await signUp(server);
    for (let n = 0; n < 10; n += 1) {
      const tries = Array.from({ length: 10 }, () => tryFrom(server, `${unique()}@example.com`, from));
      for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
    }
    const held = await tryFrom(server, email, from, password);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await tryFrom(server, email, '198.51.100.31', password)).status).toBe(201);
  });

  it('limits the sign-ins of an IPv6 /64, which is one household', async () => {
    const { email, password } = await signUp(server);
    for (let n = 0; n < 10; n += 1)
      expect((await tryFrom(server, email, `2001:db8:1:2::${n.toString(16)}`)).status).toBe(401);
    expect((await tryFrom(server, email, '2001:db8:1:2:ffff::1', password)).status).toBe(429);
    expect((await tryFrom(server, email, '2001:db8:1:3::1', password)).status).toBe(201);
  });

  it('takes its name and its scheme from AUTH_URL, never from what is forwarded', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/evil',
      forwarded: 'host=evil.example;proto=https',
    };
    const metadata = await call('GET', `${server.url}/.well-known/oauth-authorization-server`, { headers });
    expect(metadata.body).toMatchObject({ issuer: server.url });
    expect(metadata.text).not.toContain('evil');
    const { email, password } = await signUp(server);
    const signedIn = await call('POST', `${server.url}/api/session`, { headers, body: { email, password } });
    expect(signedIn.headers.get('set-cookie')).toMatch(/^consentry_session_[\da-f]{8}=/);
    expect(signedIn.headers.get('set-cookie')).not.toContain('Secure');
  });
});

describe('a server behind proxies whose addresses IPv6 writes by those of IPv4', () => {
  it('starts, and takes the address that they name', async () => {
    const server = await TestServer.start({ env: { TRUSTED_PROXIES: '127.0.0.1, 64:ff9b::192.0.2.0/120' } });
    await tryFrom(server, 'a@example.com', '203.0.113.1, 198.51.100.7, 64:ff9b::c000:201');
    expect(await addressesOf(server)).toEqual(['198.51.100.7']);
    await server.stop();
  });
});

describe('a server without trusted proxies', () => {
  const server = givenServer();

  it('knows whose a request was that comes with the reset of its connection', async () => {
    const hangingUp = connect(server.port, '127.0.0.1');
    // An answer to a later connection shows that this one was accepted.
    await call('GET', `${server.url}/health/live`);
    server.child.kill('SIGSTOP');
    const body = JSON.stringify({ email: 'hanging-up@example.com', password: 'wrong password' });
    const lines = ['POST /api/session HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    await new Promise((sent) => {
      hangingUp.write([...lines, `Content-Length: ${body.length}`, '', body].join('\r\n'), sent);
    });
    hangingUp.resetAndDestroy();
    server.child.kill('SIGCONT');
    while ((await addressesOf(server)).length === 0);
    expect(await addressesOf(server)).toEqual(['127.0.0.1']);
  });

  it('believes nobody who says where a caller comes from', async () => {
    const { email, password } = await signUp(server);
    for (let n = 0; n < 10; n += 1) expect((await tryFrom(server, email, `198.51.100.${n}`)).status).toBe(401);
    expect((await tryFrom(server, email, '198.51.100.99', password)).status).toBe(429);
    expect(new Set(await addressesOf(server))).toEqual(new Set(['127.0.0.1']));
  });
});
