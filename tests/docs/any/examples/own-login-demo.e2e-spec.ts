import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoProcess, freeUrls, newFolder } from '../../../../apps/demo/test/support/demo-process';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { shownBy } from '../../support/transcript';
import { allow } from '@consentry/test-support/browser/steps';

describeInChromium('npm start -- --own-login', () => {
  const auth = { url: '' };
  const browser = givenBrowser(auth);
  const folder = newFolder();
  let urls: Record<string, string>;
  let demo: DemoProcess;

  const start = () => DemoProcess.start(urls, folder, '--own-login');
  const kept = () => ['credentials.json', 'own-login.json'].map((name) => readFileSync(join(folder, name), 'utf8'));

  beforeAll(async () => {
    urls = await freeUrls();
    auth.url = urls['AUTH_URL']!;
    demo = await start();
  });

  it('says what the README of the example shows', () => {
    const addresses = {
      'http://localhost:3000': urls['AUTH_URL']!,
      'http://localhost:3002': urls['APP_URL']!,
      'http://localhost:8080': new URL(urls['CALLBACK_URL']!).origin,
      'data/demo-own-login': folder,
    };
    const [, password = ''] = /, (\S+)$/m.exec(demo.stdout.split('which password')[1] ?? '') ?? [];
    expect(demo.stdout.replace(password, '…').trimEnd()).toBe(shownBy('own-login', addresses));
  });

  it('leads from the address it ends with over the login it names to the notes', async () => {
    browser.expect(/favicon/);
    const [, email = '', password = ''] = /: (\S+@\S+), (\S+)$/m.exec(demo.stdout) ?? [];
    const page = await browser.visitor();
    await page.goto(/(http\S+)\n$/.exec(demo.stdout)![1]!);
    await page.getByText('Connect my notes').click();
    await page.waitForURL(`${urls['APP_URL']}/login**`);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await allow(page);
    await page.getByText('Exchange it for tokens').click();
    await page.getByText('It can reach your notes').waitFor();
  });

  it('keeps person, key and application, and ends all three services', async () => {
    const before = kept();
    const pids = [...demo.services];
    expect(pids.map(([name]) => name).sort()).toEqual(['auth-server', 'notes-api', 'own-login']);
    expect([await demo.stop(), demo.stderr]).toEqual([0, '']);
    for (const [, pid] of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    demo = await start();
    expect(kept()).toEqual(before);
    await demo.stop();
  });
});
