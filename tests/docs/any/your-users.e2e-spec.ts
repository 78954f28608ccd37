import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { adapted, blocksOf, everyBlockOf } from '@consentry/test-support/docs/page-blocks';
import { readProviders } from '../../../apps/auth-server/src/platform/config/providers-setting';
import { ROOT } from '@consentry/test-support/run/root';
import { CONSENTRY, runHosted, runWell } from '@consentry/test-support/server/command';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { type Application, authorizeUrl, exchange, refresh } from '@consentry/test-support/world/world';
import { ExampleProcess } from '../support/example-process';
import { ShownService } from '../support/shown-service';

const BLOCKS = blocksOf('docs/how-to/your-users.md');
const PASSWORD = 'a password of Ada';

const squeezed = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/,(?= [})\]])/g, '')
    .trim();
const sourceOf = (file: string) => squeezed(readFileSync(join(ROOT, 'examples/own-login/src', file), 'utf8'));

it('docs/how-to/your-users.md shows the lines of the example that runs', () => {
  expect(sourceOf('app.module.ts')).toContain(squeezed(BLOCKS.get('bridge')!).replace(/;$/, ''));
});

it('docs/how-to/openid-providers.md shows a file that the server takes', () => {
  const { text } = everyBlockOf('docs/how-to/openid-providers.md').find(({ language }) => language === 'json')!;
  const problems: string[] = [];
  const known = { others: ['https://auth.example.com'], insecureHosts: [] };
  const providers = readProviders(text, known, (problem) => problems.push(problem));
  expect([providers.map(({ id }) => id), problems]).toEqual([['google', 'work'], []]);
});

describeInChromium('docs/how-to/your-users.md, the whole way', () => {
  const server = { url: '' };
  const browser = givenBrowser(server);
  let auth: TestServer;
  let app: ExampleProcess;
  let api: ShownService;
  let site: string;

  beforeAll(async () => {
    site = `http://localhost:${await freePort()}`;
    const resources = JSON.parse(adapted(BLOCKS.get('resources'), { 'https://app.example.com': site })) as object[];
    const env = { ...settingsOf(resources), SIGN_IN_URL: `${site}/consentry`, SUBJECT: 'theirs' };
    auth = await TestServer.start({ env });
    server.url = auth.url;
    const { stdout } = await runHosted(CONSENTRY, ['sign-in-key'], {});
    const SIGN_IN_KEY = /^SIGN_IN_KEY='(.+)'\n$/.exec(stdout)![1]!;
    const own = { APP_URL: site, AUTH_URL: auth.url, SESSION_SECRET: 'a secret', FIRST_USER_PASSWORD: PASSWORD };
    app = await ExampleProcess.serve('own-login', { ...own, SIGN_IN_KEY });
    const replace = { 'https://auth.example.com': auth.url, 'https://app.example.com': site };
    api = await ShownService.start(adapted(BLOCKS.get('guarded'), replace));
  });
  afterAll(() => Promise.all([app.stop(), auth.stop(), api.stop()]));

  it("leads from the users table by consent to a token with the user's id, and ends with the user", async () => {
    browser.expect(/favicon|callback/);
    const page = await browser.visitor();
    await page.goto(`${auth.url}/account`);
    await page.locator('input[name=email]').fill('ada@example.com');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${auth.url}/account`);
    const [{ id }] = (await storedRows(auth, 'SELECT id FROM accounts')) as [{ id: string }];
    await runWell('account', ['developer', id], { DATA_DIR: auth.dataDir });

    const redirect = `${site}/callback`;
    const application = await page.evaluate(async (redirect_uri) => {
      const body = JSON.stringify({ name: 'Notebook', redirect_uris: [redirect_uri] });
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/api/applications', { method: 'POST', headers, body })).json() as Promise<Application>;
    }, redirect);
    await page.goto(authorizeUrl(auth, application, { scope: 'notes:read' }));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${redirect}?**`);
    const code = new URL(page.url()).searchParams.get('code')!;
    const { body } = await exchange(auth, application, code);

    expect(decodeJwt(body.access_token)).toMatchObject({ sub: id, aud: site, scope: 'notes:read' });
    expect((await api.get('/api/notes', body.access_token)).body).toEqual({ notesOf: id });

    await page.goto(site);
    await page.getByRole('button', { name: 'Leave for good' }).click();
    await page.getByText('Sign in').waitFor();
    expect(await api.refusal('/api/notes', body.access_token)).toBeLessThan(3_000);
    expect((await refresh(auth, body.refresh_token)).body.error).toBe('invalid_grant');
  });
});
