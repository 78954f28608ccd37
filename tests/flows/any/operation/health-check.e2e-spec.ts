import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@consentry/test-support/server/ports';
import { runProgram } from '@consentry/test-support/server/command';
import { TestServer } from '@consentry/test-support/server/server';

/** What the image runs. */
const CHECK = join(__dirname, '../../../../apps/auth-server/health-check.mjs');

const hasIPv6 = Object.values(networkInterfaces()).some((some) => some?.some(({ family }) => family === 'IPv6'));

describe('the health check of the image', () => {
  const hosts = ['', '0.0.0.0', '127.0.0.2', 'localhost', ...(hasIPv6 ? ['::1', '::'] : [])];

  it.each(hosts)('asks where the server listens: HOST=%s', async (HOST) => {
    const port = await freePort();
    const env = { HOST, PORT: '', AUTH_URL: `http://localhost:${port}/auth/v1` };
    const server = await TestServer.start({ port, env });
    expect(await runProgram(CHECK, [], env)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await server.stop();
    const { exitCode, stderr } = await runProgram(CHECK, [], env);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^not ready: http:.*\/auth\/v1\/health\/ready: .*ECONNREFUSED/),
    ]);
  });

  it('asks at PORT where AUTH_URL is the address of a proxy', async () => {
    const port = await freePort();
    const env = { AUTH_URL: 'https://auth.example.com', PORT: String(port) };
    const server = await TestServer.start({ port, env });
    expect(await runProgram(CHECK, [], env)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await server.stop();
  });
});
