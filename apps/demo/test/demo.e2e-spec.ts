import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DemoProcess, freeUrls, newFolder } from './support/demo-process';
import { expectAllStepsWork, expectBothToStop, variables } from './support/expected';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('a demo stopped by SIGINT and started again', () => {
  it('writes the same transcript, keeps its data, and closes its folder and files to other users', async () => {
    const [urls, folder] = [await freeUrls(), newFolder()];
    const first = await DemoProcess.start(urls, folder);
    expectAllStepsWork(first);
    const before = variables(first);
    await expectBothToStop(first, 'SIGINT');
    chmodSync(folder, 0o755);
    const demo = await DemoProcess.start(urls, folder);
    const printed = expectAllStepsWork(demo);
    await demo.stop();
    expect(variables(demo)).toEqual(before);
    expect(printed.match(/"text":"Hello from the demo"/g)).toHaveLength(1 + 2);
    expect(mode(folder)).toBe('700');
    const logs = ['auth-server.log', 'notes-api.log'];
    for (const name of ['credentials.json', 'transcript.sh', ...logs])
      expect(`${name} ${mode(join(folder, name))}`).toBe(`${name} 600`);
    for (const name of ['auth-server', 'notes-api']) expect(`${name} ${mode(join(folder, name))}`).toBe(`${name} 700`);
  });
});

describe('a demo that runs', () => {
  it('prints no credentials, and needs no page at its callback address', async () => {
    const urls = await freeUrls();
    const { port } = new URL(urls.CALLBACK_URL ?? '');
    const other = createServer().listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    const demo = await DemoProcess.start(urls, newFolder());
    expect(demo.stdout).toMatch(/the demo application has no page, as the port of CALLBACK_URL .* is in use/);
    for (const [, secret] of demo.transcript.join('\n').matchAll(/(?:PASSWORD|SECRET)='([^']+)'/g)) {
      expect(demo.stdout).not.toContain(secret);
    }
    expectAllStepsWork(demo);
    await expectBothToStop(demo, 'SIGINT');
    other.close();
  });

  it('keeps to its own ports and data whatever PORT, DATA_DIR and DATABASE_URL say, and stops on SIGTERM', async () => {
    const elsewhere = { PORT: '1', DATA_DIR: '/nowhere', DATABASE_URL: 'sqlite:/nowhere/a', HOST: '192.0.2.1' };
    const demo = await DemoProcess.start({ ...(await freeUrls()), ...elsewhere, SIGN_UP: 'closed' }, newFolder());
    expectAllStepsWork(demo);
    await expectBothToStop(demo, 'SIGTERM');
  });

  it('lives under the paths of its URLs, and stops on SIGHUP', async () => {
    const { AUTH_URL, BASE_URL } = await freeUrls();
    const demo = await DemoProcess.start({ AUTH_URL: `${AUTH_URL}/auth`, BASE_URL: `${BASE_URL}/v1/api` }, newFolder());
    expectAllStepsWork(demo);
    await expectBothToStop(demo, 'SIGHUP');
  });

  it.each(['auth-server', 'notes-api'])('says so when %s ends, and stops the other', async (name) => {
    const demo = await DemoProcess.start(await freeUrls(), newFolder());
    const { services } = demo;
    process.kill(services.get(name) ?? 0, 'SIGKILL');
    expect(await demo.exitCode()).toBe(1);
    expect(demo.stderr).toMatch(new RegExp(`^${name} ended with SIGKILL; see .*${name}.log\n$`));
    for (const pid of services.values()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('stops at once when told so before it is ready', async () => {
    const urls = await freeUrls();
    const demo = DemoProcess.spawn(urls, '--data', newFolder());
    while (demo.services.size === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const pids = [...demo.services.values()];
    expect(await demo.stop()).toBe(0);
    expect(demo.stderr).toBe('');
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('a demo that cannot run', () => {
  async function expectRefusal(demo: DemoProcess, line: RegExp, lines: number): Promise<void> {
    expect(await demo.exitCode()).toBe(1);
    expect(demo.stderr.trimEnd().split('\n')).toHaveLength(lines);
    expect(demo.stderr).toMatch(line);
    expect(demo.stdout).toBe('');
  }
  const expectOneLine = (demo: DemoProcess, line: RegExp) => expectRefusal(demo, line, 1);

  it.each(['AUTH_URL', 'BASE_URL', 'CALLBACK_URL'])('refuses a %s elsewhere', async (name) => {
    const demo = DemoProcess.spawn({ [name]: 'https://auth.example.com' }, '--data', newFolder());
    await expectOneLine(demo, new RegExp(`^${name} must begin with http://localhost`));
  });

  it.each(['AUTH_URL', 'BASE_URL'])('says that the port of %s is in use', async (name) => {
    const urls = await freeUrls();
    const other = createServer().listen(Number(new URL(urls[name] ?? '').port), '127.0.0.1');
    await once(other, 'listening');
    await expectOneLine(DemoProcess.spawn(urls, '--data', newFolder()), new RegExp(`^the port of ${name} .* in use`));
    other.close();
  });

  it.each([
    [{ ACCESS_TOKEN_ALG: 'none' }, /ACCESS_TOKEN_ALG/],
    [{ BASE_URL: 'http://localhost:3001/' }, /BASE_URL/],
  ])('passes on what a service says of %j', async (env, line) => {
    const folder = newFolder();
    const demo = DemoProcess.spawn({ ...(await freeUrls()), ...env }, '--data', folder);
    // The second line names the page about it.
    await expectRefusal(demo, line, 2);
    expect(demo.stderr).toMatch(/: see docs\/errors\/operators\/wrong-setting\.md\n$/);
    expect(readFileSync(join(folder, 'auth-server.log'), 'utf8')).toMatch(line);
  });

  it('says in one line that its folder cannot be made', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    await expectOneLine(DemoProcess.spawn(await freeUrls(), '--data', join(file, 'a')), /^cannot make the folder/);
  });

  it('explains its options', async () => {
    await expectOneLine(DemoProcess.spawn({}, '--dta', 'x'), /--dta.*there are --own-login, --data <dir> and --help/);
    const demo = DemoProcess.spawn({}, '--help');
    expect(await demo.exitCode()).toBe(0);
    expect(demo.stdout).toContain('--data <dir>');
  });
});
