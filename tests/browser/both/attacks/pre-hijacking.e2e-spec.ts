import { beginDevice, decideDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { linkIn, tokenIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, signInOn, signUpOn } from '@consentry/test-support/browser/steps';
import { givenMailingServer } from '@consentry/test-support/server/given';
import {
  type Application,
  type Tokens,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

/** A person signs up with the address of another, uses the account, and waits for the other to come. */
describeInChromium('an account that a stranger made with the email of another', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/api/${path}`, { body, headers });

  const isActive = async ({ client_id, client_secret }: Application, { access_token: token }: Tokens) => {
    const body = new URLSearchParams({ token, client_id, client_secret });
    return (await call<{ active: boolean }>('POST', `${server.url}/oauth2/introspect`, { body })).body.active;
  };

  /** All that a stranger can lay up in an account. */
  async function prepared() {
    const { account, token: verification } = await signUpByMail();
    const other = await signIn(server, account);
    const application = await register(server, await signUp(server), { name: 'Photo Printer' });
    const tokens = await obtainTokens(server, account, application);
    const code = await obtainCode(server, account, application);
    const { sessionID } = await requestConsent(server, account, application);
    const television = await registerTelevision(server, account);
    const device = await beginDevice(server, television);
    await decideDevice(server, account, device.user_code);
    const theirs = `${unique()}@example.com`;
    await post('account/email', { email: theirs, current_password: account.password }, account.session);
    const change = tokenIn(await mailbox.next(theirs));
    await mailbox.next(account.email);
    const { password } = account;
    /** Tries each of them. */
    const remains = async (signedIn = account.session) => ({
      sessions: await Promise.all(
        [account, other].map(
          async ({ session }) => (await call('GET', `${server.url}/api/session`, { headers: session })).status,
        ),
      ),
      password: (await post('session', { email: account.email, password })).status,
      refresh: (await refresh(server, tokens.refresh_token)).status,
      code: (await exchange(server, application, code)).status,
      access: await isActive(application, tokens),
      consent: (await decide(server, account, sessionID)).status,
      device: (await poll(server, television, device)).status,
      verification: (await post('accounts/verification', { token: verification, password }, signedIn)).status,
      change: (await post('accounts/email', { token: change, password }, signedIn)).status,
    });
    return { account, remains };
  }

  const NOTHING = {
    ...{ sessions: [401, 401], refresh: 400, code: 400, access: false, consent: 401, device: 400 },
    ...{ verification: 400, change: 400 },
  };

  it('is the owner’s alone once the owner has come by the mail', async () => {
    const { account, remains } = await prepared();
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-up`);
    await signUpOn(page, { name: 'Ada', email: account.email, password: 'the owner’s first try' });
    await arrived(page, 'Check your email');
    await page.goto(linkIn(await mailbox.next(account.email)));
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(linkIn(await mailbox.next(account.email)));
    const password = `password-${unique()}`;
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await arrived(page, 'Your new password is set');

    expect(await remains()).toEqual({ ...NOTHING, password: 401 });
    await page.goto(`${server.url}/sign-in`);
    await signInOn(page, { ...account, password });
    await page.waitForURL(`${server.url}/account/apps`);
    await page.getByText('Photo Printer').waitFor({ state: 'detached' });
    await page.goto(`${server.url}/account/sessions`);
    await page.getByText('This browser', { exact: true }).first().waitFor();
    expect(await page.locator('form[action$="/end"]').count()).toBeLessThanOrEqual(1);
  });

  it('keeps nothing from before its first proof, where the stranger shares the password', async () => {
    const { account, remains } = await prepared();
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in?return_to=/account`);
    await signInOn(page, account);
    await page.locator('form[action="/account/email/verification"] button').click();
    await page.goto(linkIn(await mailbox.next(account.email)));
    await page.getByRole('button', { name: 'Yes, confirm it' }).click();
    await arrived(page, 'Your email is confirmed');
    const { session } = await signIn(server, account);
    expect(await remains(session)).toEqual({ ...NOTHING, password: 201 });
  });
});
