import { join } from 'node:path';
import { runProgram } from '@consentry/test-support/server/command';
import { TestServer } from '@consentry/test-support/server/server';

/** What npx runs. */
const AUTH_SERVER = join(__dirname, '../../../../apps/auth-server/dist/commands/auth-server.js');

describe('auth-server, started by a person', () => {
  it('ends with the address of a page where one begins', async () => {
    const server = await TestServer.spawn(AUTH_SERVER);
    await server.logged('to begin, open');
    expect(server.output).toContain(`  its data:        ${server.dataDir}`);
    const address = /to begin, open {3}(\S+)\n$/.exec(server.output)?.[1] ?? '';
    expect(address).toBe(`${server.url}/sign-up?return_to=/console`);
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('name="return_to" value="/console"');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('leads to the console where nobody can sign up', async () => {
    const server = await TestServer.spawn(AUTH_SERVER, { env: { SIGN_UP: 'closed' } });
    await server.logged('to begin, open');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output).toContain(`  to begin, open   ${server.url}/console\n`);
  });

  it('takes no arguments but --help, and says what runs the commands', async () => {
    const { exitCode, stderr } = await runProgram(AUTH_SERVER, ['account'], {});
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^auth-server: it takes no arguments; got account\n/);
    const { stdout } = await runProgram(AUTH_SERVER, ['--help'], {});
    expect(stdout).toContain('npx -p @consentry/auth-server consentry --help');
    expect(stderr).toContain(stdout);
  });
});
