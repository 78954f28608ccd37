import type { Page } from 'playwright-core';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { linkIn } from '@consentry/test-support/world/mailbox';
import {
  givenAccount,
  givenApplication,
  givenMailingServer,
  givenServer,
  givenSite,
} from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { expectAccessible, expectRoom } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter, sendAnyhow, signInOn } from '@consentry/test-support/browser/steps';
import {
  type Application,
  CALLBACK,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen für alle';
const AFTER_SIGN_OUT = 'https://app.example.com/signed-out';
const LOCALES = ['en-GB', 'de-DE'] as const;

type Reach = (page: Page) => Promise<unknown>;

/** The pages as they look after something was done or went wrong; `test/pages` has the others where a test leads there. */
describeInChromium('every state of a page is accessible', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer({
    env: { DYNAMIC_REGISTRATION: 'open', TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  const closed = givenServer({ env: { SIGN_UP: 'closed' } });
  const account = givenAccount(server, { name: 'Mira Lindqvist' });
  const application = givenApplication(server, account, {
    name: 'Photo Printer',
    post_logout_redirect_uris: [AFTER_SIGN_OUT],
  });
  const site = givenSite();
  const browser = givenBrowser(server);

  const open = (page: Page, path: string) => page.goto(server.url + path);
  const waiting = async (page: Page, email = `${unique()}@example.com`) => {
    await open(page, '/sign-up');
    await sendAnyhow(page, { name: 'Ada', email, password: 'long enough' });
    await page.locator('[name=code]').waitFor();
  };
  const wrongPart =
    (part: string, fields: Record<string, string>): Reach =>
    async (page) => {
      await open(page, `/account/${part}`);
      await sendAnyhow(page, fields);
      await page.getByRole('alert').waitFor();
    };
  const asked = (page: Page, to: Application, override: Record<string, string> = {}) =>
    page.goto(consentUrl(server, to, { state: unique(), ...override }));
  const allowed = async (page: Page, to: Application, override: Record<string, string> = {}) => {
    await asked(page, to, override);
    await page.locator('.decide .primary').click();
  };
  const stranger = (path: string) =>
    applicationOf(site.serve(`/${path}-${unique()}`, { client_name: LONG_NAME, redirect_uris: [CALLBACK] }));
  const grantOf = async (scope = 'notes:read notes:write') => {
    await obtainTokens(server, account, application, { scope });
    await obtainCode(server, account, application, { scope });
    const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, {
      headers: account.session,
    });
    return body.items[0]!.id;
  };
  const device = async (page: Page, address: string) => {
    const television = await registerTelevision(server, account, { name: LONG_NAME });
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': address });
    await page.goto((await beginDevice(server, television)).verification_uri_complete);
    await page.locator('[name=is_same][value=true]').click();
    await page.locator('[name=user_code]').waitFor({ state: 'attached' });
  };
  /** The page that leads to the application stays: there is nothing behind it. */
  const stay = (page: Page) => page.route('https://app.example.com/**', (route) => route.fulfill({ status: 204 }));
  const ticked = (page: Page) => page.locator('[name=scope][type=checkbox]:checked');

  const strangers: [string, Reach][] = [
    [
      'a sign-up with every field wrong',
      async (page) => {
        await open(page, '/sign-up');
        await sendAnyhow(page, { name: '', email: 'no address', password: 'short' });
      },
    ],
    [
      'a sign-up that goes on by mail',
      async (page) => {
        await open(page, '/sign-up');
        await sendAnyhow(page, { name: 'Ada', email: account.email, password: 'long enough' });
      },
    ],
    [
      'a code of a sign-up that is wrong',
      async (page) => {
        await waiting(page);
        await sendAnyhow(page, { code: 'no code' });
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'a code of a sign-up that is over',
      async (page) => {
        await waiting(page);
        for (let tries = 0; tries < 5; tries += 1) await sendAnyhow(page, { code: 'no code' });
        await page.locator('[name=code]').waitFor({ state: 'detached' });
      },
    ],
    [
      'codes of sign-ups, too many',
      async (page) => {
        const email = `${unique()}@example.com`;
        for (let tries = 0; tries < 21; tries += 1) {
          if (tries % 5 === 0) await waiting(page, email.replace('@', `+${tries}@`));
          await sendAnyhow(page, { code: 'no code' });
        }
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'a code of a sign-up that is mailed again',
      async (page) => {
        await waiting(page);
        await page.locator('form[action$="/again"] button').click();
        await page.getByRole('status').waitFor();
      },
    ],
    [
      'codes of a sign-up that are mailed too often',
      async (page) => {
        await waiting(page);
        for (let times = 0; times < 6; times += 1) {
          await Promise.all([page.waitForEvent('load'), page.locator('form[action$="/again"] button').click()]);
        }
        await page.getByRole('alert').waitFor();
      },
    ],
    ['the mail of a sign-up', async (page) => page.setContent((await signUpByMail()).mail.html)],
    ['a sign-up that is closed', (page) => page.goto(`${closed.url}/sign-up`)],
    ['a sign-up for an application', (page) => open(page, `/sign-up?return_to=${returnTo(application)}`)],
    [
      'a sign-in for an application that nobody checked',
      (page) => open(page, `/sign-in?return_to=${returnTo(stranger('in'))}`),
    ],
    [
      'a sign-in after too many tries',
      async (page) => {
        const guess = { email: `${unique()}@example.com`, password: 'not this one' };
        for (let tries = 0; tries < 10; tries += 1) await call('POST', `${server.url}/api/session`, { body: guess });
        await open(page, '/sign-in');
        await signInOn(page, guess);
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'a new password on its way by mail',
      async (page) => {
        await open(page, '/password');
        await sendAnyhow(page, { email: `${unique()}@example.com` });
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    ],
    [
      'a new password that is too short',
      async (page) => {
        const { email } = (await signUpByMail()).account;
        await call('POST', `${server.url}/password`, {
          body: new URLSearchParams({ email }),
          headers: { origin: server.url },
        });
        await page.goto(linkIn(await mailbox.next(email)));
        await sendAnyhow(page, { password: 'short' });
        await page.getByRole('alert').waitFor();
      },
    ],
    ['a mailed link that is used up', (page) => open(page, '/password/reset')],
    [
      'a form of another site',
      async (page) => {
        await page.setContent(`<form method="post" action="${server.url}/sign-in"><button>Send</button></form>`);
        await Promise.all([page.waitForURL(`${server.url}/sign-in`), page.getByRole('button').click()]);
      },
    ],
    ['an address for forms alone', (page) => open(page, '/device/decision')],
    [
      'a form that is too large',
      async (page) => {
        await open(page, '/sign-in');
        await page.evaluate(`document.querySelector('[name=email]').removeAttribute('maxlength')`);
        await sendAnyhow(page, { email: 'a'.repeat(2_000_000), password: 'b' });
        await page.locator('[name=email]').waitFor({ state: 'detached' });
      },
    ],
  ];

  const signedIn: [string, Reach][] = [
    ['an account whose mail is on its way', (page) => open(page, '/account?done=mailed')],
    [
      'a change while the database cannot be written',
      async (page) => {
        await open(page, '/account/name');
        const letGo = await holdWrites(server);
        await sendAnyhow(page, { name: 'Mira', current_password: account.password }).finally(letGo);
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    ],
    [
      'a mailed link that has worked already',
      async (page) => {
        const { account: other, link } = await signUpByMail();
        await enter(page, server, other);
        await page.goto(link);
        await sendAnyhow(page, {});
        await page.goto(link);
      },
    ],
    [
      'mails that are turned off',
      async (page) => {
        const { account: other, link } = await signUpByMail();
        await enter(page, server, other);
        await page.goto(link);
        await sendAnyhow(page, {});
        await open(page, '/account');
        await page.locator('form[action$="/notices"] button').click();
        await page.locator('#notices .badge.warn').waitFor();
      },
    ],
    ['a name that is wrong', wrongPart('name', { name: '', current_password: 'x' })],
    ['an email that is wrong', wrongPart('email', { email: 'no address', current_password: 'x' })],
    ['a password that is wrong', wrongPart('password', { password: 'short', current_password: 'x' })],
    ['a password that is not the present one', wrongPart('close', { current_password: 'not this one' })],
    [
      'an account that is closed',
      async (page) => {
        const other = await signUp(server);
        await enter(page, server, other);
        await open(page, '/account/close');
        await sendAnyhow(page, { current_password: other.password });
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    ],
    [
      'a new email to confirm, taken meanwhile',
      async (page) => {
        const [other, email] = [await signUp(server), `${unique()}@example.com`];
        await enter(page, server, other);
        await open(page, '/account/email');
        await sendAnyhow(page, { email, current_password: other.password });
        const link = linkIn(await mailbox.next(email));
        await page.goto((await signUpByMail({ email })).link);
        await page.goto(link);
        await sendAnyhow(page, {});
      },
    ],
    [
      'apps: none',
      async (page) => {
        await enter(page, server, await signUp(server));
        await open(page, '/account/apps');
      },
    ],
    ['apps: the question without scripts', async (page) => open(page, `/account/apps/${await grantOf()}/remove`)],
    [
      'apps: nothing is to be kept',
      async (page) => {
        const id = await grantOf();
        await open(page, '/account/apps');
        await page.locator(`[id="${id}"] summary`).click();
        for (const box of await page.locator(`[id="${id}"] [type=checkbox]`).all()) await box.uncheck();
        await page.locator(`[id="${id}"] .narrow button`).click();
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'apps: a connection has ended',
      async (page) => {
        const id = await grantOf();
        await open(page, '/account/apps');
        await page.locator(`[id="${id}"] .devices button`).first().click();
        await page.getByRole('status').waitFor();
      },
    ],
    [
      'apps: a permission is taken back',
      async (page) => {
        const id = await grantOf();
        await open(page, '/account/apps');
        await page.locator(`[id="${id}"] summary`).click();
        await page.locator(`[id="${id}"] [type=checkbox]`).last().uncheck();
        await page.locator(`[id="${id}"] .narrow button`).click();
        await page.getByRole('status').waitFor();
      },
    ],
    ['apps: what is gone', (page) => open(page, '/account/apps?gone=')],
    ['sessions: some have ended', (page) => open(page, '/account/sessions?ended')],
    [
      'the menu of narrow screens',
      async (page) => {
        await page.setViewportSize({ width: 320, height: 640 });
        await open(page, '/account');
        await page.locator('.top summary').click();
      },
    ],
    [
      'a device that is in another network, and not said to be theirs',
      async (page) => {
        await device(page, '203.0.113.7');
        await page.evaluate(`document.querySelector('main form').noValidate = true`);
        await page.locator('[name=is_rejected][value=false]').click();
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'a device to which nothing is left',
      async (page) => {
        await device(page, '127.0.0.1');
        while ((await ticked(page).count()) > 0) await ticked(page).first().uncheck();
        await page.locator('[name=is_rejected][value=false]').click();
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'a device that is refused',
      async (page) => {
        await device(page, '127.0.0.1');
        await page.locator('[name=is_rejected][value=true]').click();
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    ],
    [
      'too many wrong codes',
      async (page) => {
        const other = await signUp(server);
        await enter(page, server, other);
        for (let tries = 0; tries < 10; tries += 1)
          await call('GET', `${server.url}/oauth2/device?user_code=BBBB-BBBB`, { headers: other.session });
        await open(page, '/device');
        await sendAnyhow(page, { user_code: 'BBBB-BBBB' });
        await page.getByRole('alert').waitFor();
      },
    ],
    ['a consent for a stranger with a long name', (page) => asked(page, stranger('consent'), PKCE)],
    [
      'a consent that was answered before',
      async (page) => {
        const other = await signUp(server);
        await enter(page, server, other);
        await asked(page, application);
        const form = {
          session_id: await page.locator('[name=session_id]').inputValue(),
          account: other.id,
          is_rejected: 'false',
          scope: 'notes:read',
        };
        const first = await page.request.post(page.url(), { form, headers: { origin: server.url } });
        const [, code = ''] = /[?&;]code=([\w-]+)/.exec(await first.text()) ?? [];
        expect((await exchange(server, application, code)).status).toBe(200);
        for (const box of (await ticked(page).all()).slice(1)) await box.uncheck();
        await page.locator('.decide .primary').click();
        await page.locator('.decide').waitFor({ state: 'detached' });
      },
    ],
    [
      'the way to an application',
      async (page) => {
        await enter(page, server, await signUp(server));
        await stay(page);
        await allowed(page, application);
        await page.locator(`a[href^="${CALLBACK}"]`).waitFor();
      },
    ],
    [
      'the way to an application, with a form',
      async (page) => {
        await enter(page, server, await signUp(server));
        // Its script would send it.
        await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
        await allowed(page, application, { response_mode: 'form_post' });
        await page.locator(`form[action="${CALLBACK}"]`).waitFor();
      },
    ],
    ['a sign-out that an application asks for', (page) => page.goto(signOutUrl())],
    [
      'a sign-out that leads back',
      async (page) => {
        await enter(page, server, await signUp(server));
        await stay(page);
        await page.goto(signOutUrl());
        await page.locator('main form button').click();
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    ],
  ];

  const returnTo = (to: Application) =>
    encodeURIComponent(consentUrl(server, to, to.client_secret === '' ? PKCE : {}).slice(server.url.length));
  const signOutUrl = () => {
    const query = { client_id: application.client_id, post_logout_redirect_uri: AFTER_SIGN_OUT };
    return `${server.url}/oauth2/logout?${new URLSearchParams(query).toString()}`;
  };

  describe.each(LOCALES)('in %s', (locale) => {
    const expectFits = locale === 'en-GB' ? expectAccessible : expectRoom;

    it.each(strangers)('%s', async (_, reach) => {
      const page = await browser.visitor({ locale });
      await reach(page);
      await expectFits(page);
    });

    it.each(signedIn)('%s', async (_, reach) => {
      const page = await browser.visitor({ locale });
      await enter(page, server, account);
      await reach(page);
      await expectFits(page);
    });
  });
});
