import type { Page } from 'playwright-core';
import { givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium, describeWithAndWithoutScripts } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { linkIn } from '@consentry/test-support/world/mailbox';
import { type Account, signUp } from '@consentry/test-support/world/world';

/** A field with the focus. */
const FOCUSED = `document.activeElement.getAttribute('name')`;

describeWithAndWithoutScripts('a form that is refused', (javaScriptEnabled) => {
  const server = givenServer();
  const browser = givenBrowser(server);

  const cases: [string, { path: string; typed: Record<string, string>; keeps: string[]; focus: string }][] = [
    [
      'a sign-in',
      {
        path: '/sign-in?return_to=%2Faccount',
        typed: { email: 'ada@example.com', password: 'not the password' },
        keeps: ['email'],
        focus: 'password',
      },
    ],
    [
      'a sign-up',
      {
        path: '/sign-up?return_to=%2Faccount',
        typed: { name: 'Ada', email: 'no address', password: 'short' },
        keeps: ['name', 'email'],
        focus: 'email',
      },
    ],
    [
      'a change of the email',
      {
        path: '/account/email',
        typed: { email: 'no address', current_password: 'not the password' },
        keeps: ['email'],
        focus: 'email',
      },
    ],
    [
      'a change of the password',
      {
        path: '/account/password',
        typed: { password: 'long enough 1', current_password: 'not the password' },
        keeps: [],
        focus: 'current_password',
      },
    ],
    [
      'a request for a new password',
      { path: '/password', typed: { email: 'no address' }, keeps: ['email'], focus: 'email' },
    ],
    [
      'the code of a device',
      { path: '/device', typed: { user_code: 'BBBB-BBBB' }, keeps: ['user_code'], focus: 'user_code' },
    ],
  ];

  /** Opens the page, signed in where the form needs it, and sends the form unchecked. */
  async function send(path: string, typed: Record<string, string>): Promise<{ page: Page; posts: string[] }> {
    const page = await browser.visitor({ javaScriptEnabled });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
    if (/^\/(account|device)/.test(path)) await enter(page, server, await signUp(server));
    await page.goto(server.url + path);
    for (const [name, value] of Object.entries(typed)) await page.locator(`main [name="${name}"]`).fill(value);
    await page.evaluate(`document.querySelector('main form').noValidate = true`);
    await page.locator('main form button:not([type=button])').first().click();
    await page.getByRole('alert').first().waitFor();
    return { page, posts };
  }

  it.each(cases)('%s says so in the title and at the field, which has the focus', async (_, of) => {
    const { page } = await send(of.path, of.typed);
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.evaluate(FOCUSED)).toBe(of.focus);
    const field = page.locator(`main [name="${of.focus}"]`);
    const told = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${told!.split(' ').at(-1)}"][role=alert]`).count()).toBe(1);
    for (const name of Object.keys(of.typed))
      expect(await page.locator(`main [name="${name}"]`).inputValue()).toBe(
        of.keeps.includes(name) ? of.typed[name] : '',
      );
  });

  it.each(cases)('%s is not sent again by Reload, nor by Back, and is told once', async (_, { path, typed }) => {
    const { page, posts } = await send(path, typed);
    expect(page.url()).toBe(server.url + path);
    await page.reload();
    expect([posts.length, await page.getByRole('alert').count()]).toEqual([1, 0]);
    expect(await page.title()).not.toContain('Error');
    await page.goto(`${server.url}/no-such-page`);
    await page.goBack();
    expect(page.url()).toBe(server.url + path);
    await page.locator('main form').first().waitFor();
    expect(posts).toHaveLength(1);
  });
});

describeWithAndWithoutScripts('a form that is carried out', (javaScriptEnabled) => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);
  const type = (page: Page, name: string, text: string) => page.locator(`main [name="${name}"]`).fill(text);
  const press = (page: Page) => page.locator('main form :is(.primary, .danger)').click();

  async function openDevice(page: Page, account: Account): Promise<void> {
    await enter(page, server, account);
    const { user_code: userCode } = await beginDevice(server, await registerTelevision(server, account));
    await page.goto(`${server.url}/device?user_code=${userCode}`);
  }

  const cases: [string, string, (page: Page, account: Account) => Promise<void>][] = [
    [
      'for a mail with a link',
      'Check your email',
      async (page, { email }) => {
        await page.goto(`${server.url}/password`);
        await type(page, 'email', email);
        await press(page);
      },
    ],
    [
      'with a new password',
      'Your new password is set',
      async (page, { email }) => {
        await page.goto(`${server.url}/password`);
        await type(page, 'email', email);
        await press(page);
        await arrived(page, 'Check your email');
        await page.goto(linkIn(await mailbox.next(email)));
        await type(page, 'password', 'a new password of its own');
        await press(page);
      },
    ],
    [
      'that connects a device',
      'The device is connected',
      async (page, account) => {
        await openDevice(page, account);
        await press(page);
        await press(page);
      },
    ],
    [
      'that does not know the code of a device',
      'The device was not connected',
      async (page, account) => {
        await openDevice(page, account);
        await page.getByRole('button', { name: 'No' }).click();
      },
    ],
    [
      'that closes the account',
      'Your account is closed',
      async (page, account) => {
        await enter(page, server, account);
        await page.goto(`${server.url}/account/close`);
        await type(page, 'current_password', account.password);
        await press(page);
      },
    ],
  ];

  it.each(cases)('%s is told, and sent again neither by Reload nor by Back', async (_, told, send) => {
    const { account } = await signUpByMail();
    const page = await browser.visitor({ javaScriptEnabled });
    await send(page, account);
    await arrived(page, told);
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    await page.reload();
    await arrived(page, told);
    await page.goto(`${server.url}/no-such-page`);
    await page.goBack();
    await arrived(page, told);
    expect(posts).toBe(0);
  });

  it('proves an email, and is sent again neither by Reload nor by Back', async () => {
    const { account, link } = await signUpByMail();
    const page = await browser.visitor({ javaScriptEnabled });
    await page.goto(link);
    await type(page, 'password', account.password);
    await press(page);
    await arrived(page, 'Your email is confirmed');
    await page.getByText(account.email).waitFor();
    await page.reload();
    await arrived(page, 'Your email is confirmed');
  });

  it('is told to the browser that sent it, for a minute', async () => {
    const { account } = await signUpByMail();
    const page = await browser.visitor({ javaScriptEnabled });
    await enter(page, server, account);
    await page.goto(`${server.url}/account/close`);
    await type(page, 'current_password', account.password);
    await press(page);
    await arrived(page, 'Your account is closed');
    const address = page.url();
    await (await browser.visitor({ javaScriptEnabled })).goto(address).then((answer) => {
      expect(new URL(answer!.url()).pathname).toBe('/sign-in');
    });
    await server.advance({ seconds: 61 });
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/sign-in');
  });
});

describeInChromium('a form with scripts', () => {
  const server = givenServer();
  const browser = givenBrowser(server);
  const button = (page: Page) => page.locator('main form .primary');

  it('is sent again after its sending was stopped, and not by the second click of a double click', async () => {
    const account = await signUp(server);
    const page = await browser.visitor();
    await page.clock.install();
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
    let posts = 0;
    const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await page.route('**/sign-in', (route) => {
      posts += 1;
      // As the stop button of a browser does, which the page stays with.
      return posts === 1 ? route.abort('aborted') : route.continue();
    });
    await page.locator('[name=email]').fill(account.email);
    await page.locator('[name=password]').fill(account.password);
    const { x, y, width, height } = (await button(page).boundingBox())!;
    const click = (clickCount: number) => page.mouse.click(x + width / 2, y + height / 2, { clickCount });
    await click(2);
    await stopped;
    expect(posts).toBe(1);
    await page.clock.fastForward(1_000);
    await click(1);
    await page.waitForURL(`${server.url}/account`);
    expect(posts).toBe(2);
  });

  it('waits while a field is marked wrong, until the field is changed', async () => {
    const page = await browser.visitor();
    await enter(page, server, await signUp(server));
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    await page.goto(`${server.url}/account/name`);
    const name = page.locator('[name=name]');
    // The browser takes it, the server does not: there is no letter in it.
    await name.fill('--');
    await page.locator('[name=current_password]').fill('not the password');
    await button(page).click();
    await page.getByRole('alert').waitFor();
    await page.locator('[name=current_password]').fill('not the password');
    await button(page).click();
    expect([posts, await page.evaluate(FOCUSED)]).toEqual([1, 'name']);
    await name.fill('Ada');
    expect(await page.getByRole('alert').count()).toBe(0);
    await button(page).click();
    await page.getByText('This is not the account’s password.').waitFor();
    expect(posts).toBe(2);
  });
});
