import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { becomesSo } from '@consentry/test-support/world/becomes-so';

// Debian's packages belong to its own Python.
const PYTHON = ['/usr/bin/python3', 'python3'].find((python) => runs(python, '-c', 'import authlib, requests'));

describeInstalled('docs/sign-in-wire.md in Python', PYTHON !== undefined, 'python3-authlib', () => {
  let server: TestServer;
  let app: ChildProcess;
  let url: string;

  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}/consentry`;
    server = await TestServer.start({ env: { SIGN_IN_URL: url, SUBJECT: 'theirs' } });
    const folder = freshDir();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keyFile = join(folder, 'key.pem');
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder, 'app.py'), adapted(blocksOf('docs/sign-in-wire.md').get('python'), {}));
    const env = { ...process.env, AUTH_URL: server.url, SIGN_IN_URL: url, SIGN_IN_KEY_FILE: keyFile };
    app = spawn(PYTHON ?? '', [join(folder, 'app.py')], { env, stdio: 'inherit' });
    await becomesSo(
      async () =>
        fetch(`${url}/jwks.json`).then(
          ({ ok }) => ok,
          () => false,
        ),
      20_000,
    );
  });
  afterAll(async () => {
    app?.kill('SIGKILL');
    await server.stop();
  });

  it('signs its person in, and answers once where nobody is signed in', async () => {
    const atApp = new PageVisitor({ url });
    const here = new PageVisitor(server);
    const leading = await here.open('/account');
    const form = await atApp.get(leading.refresh!);
    const landing = await atApp.post(form, '/consentry', { user: 'Grace' });
    expect(landing.text).toBe('Go on');
    const page = await here.open(landing.refresh!.slice(server.url.length));
    expect(page.text).toContain('Grace');
    expect(await storedRows(server, 'SELECT name FROM accounts WHERE id = ?', 'grace')).toEqual([{ name: 'Grace' }]);
    const again = await new PageVisitor(server).open('/account');
    expect((await atApp.get(again.refresh!)).refresh).toContain('/sign-in/return?ticket=');
  });

  it('says in words what is wrong with a request', async () => {
    const page = await new PageVisitor({ url }).get('/consentry?request=nonsense');
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('This sign-in cannot go on')]);
  });
});
