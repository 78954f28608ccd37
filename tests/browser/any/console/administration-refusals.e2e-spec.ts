import type { Page } from 'playwright-core';
import { hostedAccount } from '@consentry/test-support/server/account-command';
import {
  type Administrator,
  administer,
  makeAdministrator,
  signInAgain,
} from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { changeStored } from '@consentry/test-support/server/stored';
import { type Account, call, register, signUp, unique } from '@consentry/test-support/world/world';

describeInChromium('the administration in the console refuses in words', () => {
  const server = givenServer();
  const browser = givenBrowser(server);
  let admin: Administrator;
  let person: Account;
  beforeEach(async () => {
    admin = await makeAdministrator(server);
    person = await signUp(server);
  });

  async function open(path: string, who: Account = admin, locale = 'en-GB'): Promise<Page> {
    const page = await browser.visitor({ locale });
    await enter(page, server, who);
    await page.goto(server.url + path);
    return page;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const answer = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  const rolesOf = async ({ id }: Account) =>
    (await administer<{ roles: string[] }>(server, admin, 'GET', `/accounts/${id}`)).body.roles;
  const loses = async ({ email }: Account) =>
    expect(await hostedAccount(server.dataDir, ['admin', email, '--remove'])).toMatchObject({ exitCode: 0 });
  const navigation = (page: Page) => page.locator('.side nav a[href*="/admin/"], .top nav a[href*="/admin/"]').count();

  it('a sign-in that is too old is renewed in the dialog, and the change goes on with what was chosen', async () => {
    browser.expect(/\/api\/(admin\/accounts\/[\w-]+(\/roles)?|session): 401$/);
    const page = await open(`/admin/accounts/${person.id}`);
    await page.getByLabel('Developer').check();
    await server.advance({ minutes: 11 });
    await button(page, 'Save').click();
    await answer(page, 'Change roles');
    await signInDialog(page).getByText('over ten minutes ago').waitFor();
    await expectAccessible(page);
    await signInDialog(page).getByLabel('Password').fill('not this one');
    await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await signInDialog(page).getByText('Wrong email or password.').waitFor();
    expect(await rolesOf(person)).toEqual([]);
    await signInDialog(page).getByLabel('Password').fill(admin.password);
    await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Roles changed.').waitFor();
    await signInAgain(server, admin);
    expect(await rolesOf(person)).toEqual(['developer']);

    await server.advance({ minutes: 11 });
    await button(page, 'Close…').click();
    await page.getByLabel(`Type ${person.email} to continue`).fill(person.email);
    await answer(page, 'Close permanently');
    await signInDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not sign in').waitFor();
    expect(await page.getByLabel(`Type ${person.email} to continue`).inputValue()).toBe(person.email);
    await expectAccessible(page);
    await answer(page, 'Close permanently');
    await signInDialog(page).getByLabel('Password').fill(admin.password);
    await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await arrived(page, 'Accounts');
  });

  it('another account that signs in there changes nothing', async () => {
    browser.expect(/\/api\/admin\/accounts\/[\w-]+: 401$/);
    const [page, other] = [await open(`/admin/accounts/${person.id}`), await makeAdministrator(server)];
    await server.advance({ minutes: 11 });
    await button(page, 'Switch off…').click();
    await answer(page, 'Switch off');
    await signInDialog(page).getByLabel('Email').fill(other.email);
    await signInDialog(page).getByLabel('Password').fill(other.password);
    await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.side .mail').getByText(other.email).waitFor();
    await button(page, 'Switch off…').waitFor();
    const { body } = await administer(server, other, 'GET', `/accounts/${person.id}`);
    expect(body['disabled_at']).toBeNull();
  });

  it('a session that ended is renewed while a list is loaded', async () => {
    browser.expect(/\/api\/admin\/keys: 401$/);
    const page = await open('/admin/accounts');
    await page.getByRole('row').filter({ hasText: admin.email }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Signing keys' }).click();
    await signInDialog(page).getByText('Your session has ended').waitFor();
    await signInDialog(page).getByLabel('Password').fill(admin.password);
    await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'All keys' }).waitFor();
  });

  it.each([
    '/admin',
    '/admin/applications',
    '/admin/applications/x',
    '/admin/resources',
    '/admin/keys',
    '/admin/events',
    '/admin/accounts/x',
  ])('%s tells an account without the role that it is no administrator', async (place) => {
    browser.expect(/\/api\/admin\/.*: 404$/);
    const page = await open(place, person);
    await page.getByText('You are not an administrator').waitFor();
    expect(await navigation(page)).toBe(0);
    if (place === '/admin') await expectAccessible(page);
  });

  it('the role is taken away in the middle: the next change is refused, and the way there is gone', async () => {
    browser.expect(/\/api\/admin\/.*: 404$/);
    const name = `App ${unique()}`;
    const { client_id: id } = await register(server, person, { name });
    const [page, other] = [await open('/admin/applications'), await makeAdministrator(server)];
    await button(page, `Delete ${name}`).click();
    await loses(admin);
    await answer(page, 'Delete permanently');
    await page.getByRole('dialog').getByText('You are not an administrator').waitFor();
    expect(await navigation(page)).toBe(0);
    await expectAccessible(page);
    expect((await administer(server, other, 'GET', `/applications/${id}`)).status).toBe(200);
    await answer(page, 'Cancel');
    await page.getByRole('link', { name: 'Profile and sign-in' }).click();
    await arrived(page, 'Profile and sign-in');
    expect(await navigation(page)).toBe(0);
  });

  it.each(['accounts', 'applications'])(
    'what there is not of %s is told apart from a missing role',
    async (section) => {
      browser.expect(/\/api\/admin\/\w+\/nobody: 404$/);
      const page = await open(`/admin/${section}/nobody`);
      await page.getByText('Nothing here').waitFor();
      expect(await navigation(page)).toBeGreaterThan(0);
    },
  );

  it.each([
    ['en-GB', 'Switch off…', 'Switch off', 'This is your own account.'],
    ['de-DE', 'Deaktivieren …', 'Deaktivieren', 'Das ist Ihr eigenes Konto.'],
  ])('the own account is not switched off, in %s', async (locale, ask, act, words) => {
    browser.expect(/\/api\/admin\/accounts\/[\w-]+: 409$/);
    const page = await open(`/admin/accounts/${admin.id}`, admin, locale);
    await button(page, ask).click();
    await answer(page, act);
    await page.getByRole('alert').getByText(words).waitFor();
    await expectAccessible(page);
    expect((await call('GET', `${server.url}/api/session`, { headers: admin.session })).status).toBe(200);
  });

  it('the last administrator keeps the role', async () => {
    browser.expect(/\/roles: 409$/);
    await changeStored(server, 'UPDATE accounts SET admin_since = NULL WHERE id <> ?', admin.id);
    const page = await open(`/admin/accounts/${admin.id}`);
    await page.getByLabel('Administrator').uncheck();
    await button(page, 'Save').click();
    await answer(page, 'Change roles');
    await page.getByRole('alert').getByText('This is the last administrator.').waitFor();
    expect(await rolesOf(admin)).toEqual(['admin']);
    await answer(page, 'Cancel');
    expect(await page.getByLabel('Administrator').isChecked()).toBe(false);
  });

  it('shows that a list is on its way', async () => {
    const page = await browser.visitor();
    await enter(page, server, admin);
    let goOn: () => Promise<void>;
    await page.route('**/api/admin/accounts', (route) => void (goOn = () => route.continue()));
    await page.goto(`${server.url}/admin`);
    await arrived(page, 'Accounts');
    await page.locator('main [aria-busy=true]').waitFor();
    await expectAccessible(page);
    await goOn!();
    await page.getByRole('row').filter({ hasText: admin.email }).waitFor();
  });

  it('says when the server cannot be reached, also before it was ever opened, and goes on by itself', async () => {
    browser.expect(/ERR_INTERNET_DISCONNECTED/);
    const page = await open('/console');
    await arrived(page, 'Applications');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole('row').filter({ hasText: admin.email }).waitFor();

    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Audit events' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await arrived(page, 'Audit events');
    await page.context().setOffline(false);
    await page.getByRole('row').filter({ hasText: 'sign_in.succeeded' }).first().waitFor();
  });
});

describeInChromium('the administration of a server that fails', () => {
  const server = givenServer();
  const browser = givenBrowser(server);

  it('tells the id of the request, which the log has, and tries again', async () => {
    browser.expect(/\/api\/admin\/events: 500$/);
    const admin = await makeAdministrator(server);
    const page = await browser.visitor();
    await enter(page, server, admin);
    await page.goto(`${server.url}/admin/keys`);
    await page.getByRole('heading', { name: 'All keys' }).waitFor();
    await changeStored(server, 'ALTER TABLE events RENAME TO events_away');
    await page.getByRole('link', { name: 'Audit events' }).click();
    await page.getByText('Something went wrong on the server').waitFor();
    const id = await page.getByRole('alert').locator('code').innerText();
    await server.logged(id);
    await expectAccessible(page);
    await changeStored(server, 'ALTER TABLE events_away RENAME TO events');
    await button(page, 'Try again').click();
    await page.getByRole('row').filter({ hasText: 'admin.added' }).waitFor();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
});
