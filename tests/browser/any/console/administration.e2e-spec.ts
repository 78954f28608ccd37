import type { Locator, Page } from 'playwright-core';
import {
  type Administrator,
  administer,
  makeAdministrator,
  signInAgain,
} from '@consentry/test-support/world/administrators';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { expectAccessible, expectRoom } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { expectReachable, focused, press, tabTo } from '@consentry/test-support/browser/keyboard';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { tokenIn } from '@consentry/test-support/world/mailbox';
import { registerItself } from '@consentry/test-support/world/registration';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const HTML = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const NOTES = {
  url: 'http://localhost:3001',
  name: 'Notes',
  scopes: [
    { name: 'notes:read', description: 'Read your notes' },
    { name: 'notes:write', description: 'Write notes for you', sensitive: true },
  ],
  client_credentials_clients: ['a-machine'],
};

/** Names of the pages, by their places. */
const PAGES = {
  '/admin': 'Accounts',
  '/admin/applications': 'All applications',
  '/admin/resources': 'Resources and scopes',
  '/admin/keys': 'Signing keys',
  '/admin/events': 'Audit events',
};

describeInChromium('the administration in the console', () => {
  const resources = settingsOf([NOTES]);
  const { server, mailbox } = givenMailingServer({ env: { ...resources, DYNAMIC_REGISTRATION: 'open' } });
  let admin: Administrator;
  let person: Account;

  beforeAll(async () => {
    admin = await makeAdministrator(server);
  });
  beforeEach(async () => {
    person = await signUp(server);
  });
  const browser = givenBrowser(server);

  async function open(path: string, options: Parameters<typeof browser.visitor>[0] = {}, who: Account = admin) {
    const page = await browser.visitor(options);
    await enter(page, server, who);
    await page.goto(server.url + path);
    return page;
  }

  const button = (from: Page | Locator, name: string) => from.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  /** What a dialog says, and the answer to it. The dialog closes once the server has done what it asked. */
  async function answer(page: Page, says: string | RegExp, name: string): Promise<void> {
    await dialog(page).getByText(says).waitFor();
    await button(dialog(page), name).click();
    await dialog(page).waitFor({ state: 'hidden' });
  }
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const signInStatus = async ({ email, password }: Account) =>
    (await call('POST', `${server.url}/api/session`, { body: { email, password } })).status;
  const sessionStatus = async ({ session }: Account) =>
    (await call('GET', `${server.url}/api/session`, { headers: session })).status;

  it('is named to administrators alone, and fetched by nobody who does not open it', async () => {
    const fetched = (page: Page) => {
      const chunks: string[] = [];
      page.on('request', (request) => chunks.push(...(/administration-[\w-]+\.js/.exec(request.url()) ?? [])));
      return chunks;
    };
    const links = (page: Page) => page.locator('nav a[href*="/admin/"]').count();
    const theirs = await browser.visitor();
    await enter(theirs, server, person);
    const [none, page] = [fetched(theirs), await open('/account')];
    await theirs.goto(`${server.url}/console`);
    await arrived(theirs, 'Applications');
    expect([await links(theirs), none]).toEqual([0, []]);

    const chunks = fetched(page);
    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    await arrived(page, 'Applications');
    expect(chunks).toEqual([]);
    for (const [place, name] of Object.entries(PAGES)) {
      await page.getByRole('link', { name, exact: true }).click();
      await arrived(page, name);
      await page.locator('h1:focus').waitFor();
      expect(new URL(page.url()).pathname).toBe(place === '/admin' ? '/admin/accounts' : place);
      expect(await page.locator('.side [aria-current]').innerText()).toBe(name);
    }
    expect(chunks).toHaveLength(1);
  });

  it('finds accounts by the beginning of their email, page by page', async () => {
    const beginning = `found-${unique()}`;
    for (let at = 0; at < 60; at += 1) {
      const email = `${beginning}-${String(at).padStart(2, '0')}@example.com`;
      await changeStored(
        server,
        'INSERT INTO accounts (id, email, email_key, name, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[`${beginning}-${at}`, email, email, 'Ada', Date.now()],
      );
    }
    const page = await open('/admin/accounts');
    await page.getByRole('searchbox').fill(beginning.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByText('50 shown, and there are more').waitFor();
    await button(page, 'Show more').click();
    await page.getByText('60 in all').waitFor();
    expect(await focused(page)).toBe('60 in all');
    expect(await page.locator('.who a').allInnerTexts()).toEqual(
      Array.from({ length: 60 }, (_, at) => `${beginning}-${String(at).padStart(2, '0')}@example.com`),
    );
    await page.getByRole('searchbox').fill(`nobody-${unique()}`);
    await button(page, 'Find').click();
    await page.getByRole('heading', { name: 'No account' }).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByText('50 shown, and there are more').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(beginning.toUpperCase());
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('heading', { name: 'The newest accounts' }).waitFor();
  });

  it('shows an account with its numbers, helps it, and ends what it has, saying so before', async () => {
    const application = await register(server, admin);
    const tokens = await obtainTokens(server, person, application);
    const page = await open('/admin/accounts');
    await page.getByRole('searchbox').fill(person.email.slice(0, 8));
    await button(page, 'Find').click();
    await page.getByRole('link', { name: person.email }).click();
    await arrived(page, person.email);
    expect((await page.locator('.stats dd').allInnerTexts()).map(Number)).toEqual([1, 1, 0]);
    await expectAccessible(page);

    await mailbox.next(person.email);
    await button(page, 'Send the email').click();
    await page.getByText(`An email is on its way to ${person.email}.`).waitFor();
    expect((await mailbox.next(person.email)).text).toContain(`${server.url}/password`);

    await button(page, 'End all sessions…').click();
    await expectAccessible(page);
    await button(dialog(page), 'Cancel').click();
    await page.locator('button:focus').getByText('End all sessions…').waitFor();
    expect(await sessionStatus(person)).toBe(200);
    await button(page, 'End all sessions…').click();
    await answer(page, /^1 session ends,/, 'End all sessions');
    await page.getByText('It is signed out everywhere.').waitFor();
    expect(await sessionStatus(person)).toBe(401);

    await button(page, 'End all access…').click();
    await answer(page, /^1 app loses access/, 'End all access');
    await page.getByText('No app has access now.').waitFor();
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    expect((await page.locator('.stats dd').allInnerTexts()).map(Number)).toEqual([0, 0, 0]);
  });

  it('gives no role to an email that was not confirmed, and says why', async () => {
    browser.expect(/\/roles: 409$/);
    const page = await open(`/admin/accounts/${person.id}`);
    await page.getByLabel('Developer').check();
    await button(page, 'Save').click();
    await dialog(page).getByText('Its email is not verified').waitFor();
    await button(dialog(page), 'Change roles').click();
    await dialog(page).getByText('let the user confirm it first').waitFor();
  });

  it('gives roles, switches an account off and on, and closes it', async () => {
    const body = { token: tokenIn(await mailbox.next(person.email)) };
    await call('POST', `${server.url}/api/accounts/verification`, { headers: person.session, body });
    person = { ...person, ...(await signIn(server, person)) };
    const page = await open(`/admin/accounts/${person.id}`);
    await page.getByLabel('Developer').check();
    await page.getByLabel('Administrator').check();
    await button(page, 'Save').click();
    await dialog(page).getByText('It can do everything that you can do here').waitFor();
    await answer(page, 'It can register applications.', 'Change roles');
    await page.getByText('Roles changed.').waitFor();
    const roles = () => call('GET', `${server.url}/api/account/roles`, { headers: person.session });
    expect((await roles()).body).toEqual({ roles: ['developer', 'admin'] });
    await page.getByLabel('Administrator').uncheck();
    await button(page, 'Save').click();
    await answer(page, 'It can no longer administer this server', 'Change roles');
    await page.getByText('Roles changed.').waitFor();
    expect((await roles()).body).toEqual({ roles: ['developer'] });

    await button(page, 'Switch off…').click();
    await answer(page, /end for good/, 'Switch off');
    await page.getByText('Switched off since').waitFor();
    await expectAccessible(page);
    expect(await signInStatus(person)).toBe(401);
    await button(page, 'Switch on').click();
    await page.getByText('It is switched on.').waitFor();
    expect(await signInStatus(person)).toBe(201);

    await button(page, 'Close…').click();
    await dialog(page)
      .getByText(/^Its sessions \(\d\), the access of apps/)
      .waitFor();
    expect(await button(dialog(page), 'Close permanently').isDisabled()).toBe(true);
    await dialog(page).getByLabel(`Type ${person.email} to continue`).fill(person.email);
    await button(dialog(page), 'Close permanently').click();
    await arrived(page, 'Accounts');
    expect(await signInStatus(person)).toBe(401);
    const { status } = await administer(server, admin, 'GET', `/accounts/${person.id}`);
    expect(status).toBe(404);
  });

  it('switches applications of all off and on, and deletes them, saying what ends', async () => {
    const name = `App ${unique()}`;
    const application = await register(server, person, { name });
    const tokens = await obtainTokens(server, person, application);
    const itself = `Self ${unique()}`;
    await registerItself(server, { client_name: itself });
    const page = await open('/admin/applications');
    await page.getByRole('link', { name: 'Themselves' }).click();
    await rowOf(page, itself).waitFor();
    await rowOf(page, name).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('heading', { name: 'No application' }).waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await rowOf(page, name).waitFor();

    await button(page, `Switch off ${name}`).click();
    await expectAccessible(page);
    await answer(page, /Its developer cannot switch it on/, 'Switch off');
    await rowOf(page, name).getByText('Switched off').waitFor();
    expect((await refresh(server, tokens.refresh_token)).status).not.toBe(200);
    await button(page, `Switch on ${name}`).click();
    await answer(page, /with the access that users gave it/, 'Switch on');
    await rowOf(page, name).getByText('Live').waitFor();
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);

    await button(page, `Delete ${name}`).click();
    await answer(page, /its client ID is gone/, 'Delete permanently');
    await page.getByText(`${name} is deleted.`).waitFor();
    expect(await rowOf(page, name).count()).toBe(0);
    await page.locator('h1:focus').waitFor();
    const { status } = await administer(server, admin, 'GET', `/applications/${application.client_id}`);
    expect(status).toBe(404);

    await page.getByRole('link', { name: 'Themselves' }).click();
    await button(page, `Delete ${itself}`).click();
    await answer(page, 'It can register again, with another client ID.', 'Cancel');
  });

  it('shows resources and scopes as the file has them, with its path', async () => {
    const page = await open('/admin/resources');
    await page.getByText(resources.RESOURCES_FILE).waitFor();
    await rowOf(page, 'notes:write').getByText('No: sensitive').waitFor();
    await page.getByText('Clients with more rights').click();
    await page.getByText('a-machine').waitFor();
    await expectAccessible(page);
  });

  it('tells what happened: to an account, to an application, by an administrator', async () => {
    const application = await register(server, person);
    await administer(server, admin, 'PATCH', `/accounts/${person.id}`, { disabled: true });
    for (let at = 0; at < 60; at += 1)
      await changeStored(
        server,
        'INSERT INTO events (at, kind, account_id) VALUES (?, ?, ?)',
        ...[Date.now(), 'sign_in.failed', person.id],
      );
    const kinds = (page: Page) => page.locator('td[data-l=What] small:first-of-type code').allInnerTexts();
    const page = await open('/admin/events');
    await page.getByText('50 shown, and there are more').waitFor();
    await page.getByLabel('About the account').fill('nobody@example.com');
    browser.expect(/\/api\/admin\/events\?.*: 400$/);
    await button(page, 'Show').click();
    await page.getByText('No account has this email.').waitFor();
    expect(await page.locator('[aria-invalid=true]:focus').getAttribute('id')).toBe('account_id');
    await expectAccessible(page);
    await page.getByLabel('About the account').fill(person.email.toUpperCase());
    await page.getByLabel('Done by the administrator').fill(admin.email);
    await button(page, 'Show').click();
    await page.getByText('1 in all').waitFor();
    expect(await kinds(page)).toEqual(['account.disabled']);
    await rowOf(page, 'An account was switched off').getByRole('link', { name: admin.email }).waitFor();

    await page.getByLabel('Done by the administrator').fill('');
    await button(page, 'Show').click();
    await page.getByText('50 shown, and there are more').waitFor();
    await button(page, 'Show more').click();
    await page.getByText('64 in all').waitFor();
    expect(await kinds(page)).toContain('account.created');
    await page.getByRole('link', { name: 'Only this application: Test app' }).click();
    await page.getByText('1 in all').waitFor();
    expect(await kinds(page)).toEqual(['application.created']);
    expect(new URL(page.url()).searchParams.get('client_id')).toBe(application.client_id);
    await page.getByRole('link', { name: 'Reset filters' }).click();
    await page.getByText('50 shown, and there are more').waitFor();
  });

  it('keeps the filter of events in the address: a link is shared, and Back goes back', async () => {
    const application = await register(server, person);
    const page = await open('/admin/events');
    await page.getByLabel('What happened').selectOption({ label: 'An application was registered' });
    await button(page, 'Show').click();
    await rowOf(page, 'application.created').first().waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: application.client_id })
      .getByRole('link', { name: 'Only this account' })
      .click();
    await page.getByText('1 in all').waitFor();
    expect(new URL(page.url()).search).toBe(`?kind=application.created&account_id=${person.id}`);
    const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await shared.getByText('1 in all').waitFor();
    expect(await shared.getByLabel('What happened').inputValue()).toBe('application.created');
    await page.goBack();
    await page.getByRole('link', { name: `Only this account: ${person.email}` }).waitFor();
    expect(await page.getByLabel('About the account').inputValue()).toBe('');

    await page.getByLabel('From').fill('2001-02-03');
    await page.getByLabel('To', { exact: true }).fill('2001-02-03');
    await button(page, 'Show').click();
    await page.getByRole('heading', { name: 'No events' }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('?kind=application.created&from=2001-02-03&to=2001-02-03');
    browser.expect(/\/api\/admin\/events\?.*: 400$/);
    await page.getByLabel('To', { exact: true }).fill('2001-02-02');
    await button(page, 'Show').click();
    await page.getByText('Choose a day that is not before the first.').waitFor();
    await expectAccessible(page);
    const german = await open(new URL(page.url()).pathname + new URL(page.url()).search, {
      locale: 'de-DE',
      viewport: { width: 320, height: 640 },
    });
    await german.getByText('Wählen Sie einen Tag, der nicht vor dem ersten liegt.').waitFor();
    await expectRoom(german);
  });

  it('shows one application: what it is, who uses it, and how to stop it', async () => {
    const name = `Shown ${unique()}`;
    const application = await register(server, person, { name, redirect_uris: ['https://shown.example/back'] });
    const tokens = await obtainTokens(server, person, application, { redirect_uri: 'https://shown.example/back' });
    const page = await open('/admin/applications');
    await page.getByRole('link', { name }).click();
    await arrived(page, name);
    expect(new URL(page.url()).pathname).toBe(`/admin/applications/${application.client_id}`);
    expect(await page.locator('.stats dd').first().innerText()).toBe('1');
    await page.getByText('https://shown.example/back').waitFor();
    await page.getByRole('link', { name: person.email }).waitFor();
    await expectAccessible(page);
    await button(page, 'Switch off…').click();
    await answer(page, /Its developer cannot switch it on/, 'Switch off');
    await page.getByText(`${name} is switched off.`).waitFor();
    await page.getByText('Switched off since').waitFor();
    expect((await refresh(server, tokens.refresh_token)).status).not.toBe(200);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('link', { name: admin.email }).first().waitFor();
    await rowOf(page, 'application.disabled').getByRole('link', { name, exact: true }).click();
    await arrived(page, name);
    const german = await open(`/admin/applications/${application.client_id}`, {
      locale: 'de-DE',
      viewport: { width: 320, height: 640 },
    });
    await german.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await expectRoom(german);
    await button(page, 'Delete…').click();
    await answer(page, /its client ID is gone/, 'Delete permanently');
    await arrived(page, 'All applications');
    browser.expect(/\/api\/admin\/applications\/[\w-]+: 404$/);
    await page.goBack();
    await page.getByText('Nothing here').waitFor();
    await expectAccessible(page);
  });

  it('is used by the keyboard alone', async () => {
    const name = `Keys ${unique()}`;
    await register(server, person, { name });
    const { client_id: id } = await register(server, admin, { name: 'One of many' });
    const more = { [`/admin/accounts/${person.id}`]: person.email, [`/admin/applications/${id}`]: 'One of many' };
    for (const [place, heading] of Object.entries({ ...PAGES, ...more })) {
      const page = await open(place);
      await arrived(page, heading);
      await page.locator('#console .card:not(.skeleton)').first().waitFor();
      if (place === '/admin/resources' || /(accounts|applications)\//.test(place)) await expectReachable(page);
    }
    const page = await open(`/admin/applications?account_id=${person.id}`);
    await press(page, button(page, `Delete ${name}`));
    await dialog(page).waitFor();
    await expectReachable(page, 'dialog[open]');
    await page.keyboard.press('Escape');
    // Closed, it is still there until its event is heard.
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(`Delete ${name}`);
    await page.keyboard.press('Enter');
    await tabTo(page, button(dialog(page), 'Delete permanently'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No application' }).waitFor();
    await page.locator('h1:focus').waitFor();
  });

  it.each(Object.entries(PAGES))('%s is accessible, and has room for German', async (place, name) => {
    await register(server, person, { name: 'Photo Printer' });
    const page = await open(place);
    await arrived(page, name);
    await page.locator('#console .card:not(.skeleton)').last().waitFor();
    await expectAccessible(page);
    const german = await open(place, { locale: 'de-DE' });
    await german.locator('#console[lang=de] .card:not(.skeleton)').last().waitFor();
    await expectRoom(german);
  });

  it('has room for German in an account and its dialogs', async () => {
    const page = await open(`/admin/accounts/${person.id}`, { locale: 'de-DE', viewport: { width: 320, height: 640 } });
    await page.getByRole('heading', { name: 'Rollen' }).waitFor();
    await expectRoom(page);
    for (const name of ['Alle Sitzungen beenden …', 'Allen Zugriff beenden …', 'Deaktivieren …', 'Schließen …']) {
      await button(page, name).click();
      await expectRoom(page);
      await button(dialog(page), 'Abbrechen').click();
    }
  });

  it('shows what strangers chose as text', async () => {
    const name = HTML.slice(0, 100);
    const stranger = await signUp(server, { name });
    const application = await register(server, stranger, { name });
    await registerItself(server, { client_name: name });
    const options = { viewport: { width: 320, height: 640 } };
    for (const place of [
      ...Object.keys(PAGES),
      `/admin/accounts/${stranger.id}`,
      `/admin/applications/${application.client_id}`,
      `/admin/accounts?email=${encodeURIComponent(HTML)}`,
      `/admin/applications?account_id=${encodeURIComponent(HTML)}`,
      `/admin/events?client_id=${application.client_id}`,
    ]) {
      const page = await open(place, options);
      page.on('dialog', () => browser.fail('a script ran'));
      await page.locator('#console .card:not(.skeleton)').last().waitFor();
      expect([place, await page.locator('main img, main script, main style, [onerror]').count()]).toEqual([place, 0]);
      await expectRoom(page);
    }
    const page = await open('/admin/applications', options);
    for (const change of ['Switch off', 'Delete']) {
      await page
        .getByRole('button', { name: `${change} ${name}` })
        .first()
        .click();
      await dialog(page).getByText(name).first().waitFor();
      expect(await page.locator('main img, dialog img, [onerror]').count()).toBe(0);
      await expectRoom(page);
      await button(dialog(page), 'Cancel').click();
    }
  });

  describe('keys', () => {
    let service: GuardedService;
    beforeAll(async () => {
      service = await GuardedService.start(server.url);
    });
    afterAll(() => service.stop());

    const kidOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;

    it('rotate by a click while a service is called in a loop, and no call fails; leaked ones end at once', async () => {
      const application = await register(server, person);
      let tokens = await obtainTokens(server, person, application);
      const [first, signedBy] = [tokens.access_token, new Set<string>()];
      let [isOver, calls] = [false, 0];
      /** New tokens, and what the service says to them and to the first. */
      const callOnce = async () => {
        const renewed = await refresh(server, tokens.refresh_token);
        expect(renewed.status).toBe(200);
        tokens = renewed.body;
        signedBy.add(kidOf(tokens.access_token));
        for (const token of [tokens.access_token, first]) expect(await service.accepts(token)).toBe(true);
        calls += 1;
      };
      const loop = (async () => {
        while (!isOver) await callOnce();
      })();
      const failed = loop.then(() => undefined);
      const hear = async () => {
        const before = calls;
        while (calls < before + 5) await Promise.race([new Promise(setImmediate), failed]);
      };

      const page = await open('/admin/keys');
      await rowOf(page, 'Signing').waitFor();
      await hear();
      await button(page, 'Rotate…').click();
      await expectAccessible(page);
      await answer(page, /No token is refused/, 'Rotate');
      await page.getByText('The next key is announced.').waitFor();
      await rowOf(page, 'Announced').waitFor();
      await expectAccessible(page);
      await hear();
      await server.advance({ days: 1, minutes: 1 });
      while (signedBy.size < 2) await hear();
      await hear();
      isOver = true;
      await loop;
      expect([signedBy.size, calls > 20]).toEqual([2, true]);

      await signInAgain(server, admin);
      const later = await open('/admin/keys');
      await rowOf(later, 'Retiring').waitFor();
      await button(later, 'A key has leaked…').click();
      await expectAccessible(later);
      await dialog(later)
        .getByText(/leave the JWKS, and a new one signs at once/)
        .waitFor();
      expect(await button(dialog(later), 'End them').isDisabled()).toBe(true);
      await dialog(later).getByLabel('Type end all tokens to continue').fill('end all tokens');
      await button(dialog(later), 'End them').click();
      await later.getByText('All keys are replaced.').waitFor();
      await rowOf(later, 'Leaked').first().waitFor();
      await expectAccessible(later);
      while (await service.accepts(tokens.access_token)) await new Promise(setImmediate);
      expect(
        await service.accepts(((await refresh(server, tokens.refresh_token)).body as typeof tokens).access_token),
      ).toBe(true);
      const events = await storedRows<{ kind: string }>(
        server,
        "SELECT kind FROM events WHERE actor_id = ? AND kind LIKE 'key.%' ORDER BY id",
        admin.id,
      );
      expect(events.map(({ kind }) => kind)).toEqual(['key.announced', 'key.compromised', 'key.announced']);
    });
  });
});
