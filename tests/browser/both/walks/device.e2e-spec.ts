import type { Page } from 'playwright-core';
import { registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { DeviceProgram } from '../../support/device-program';
import { clickTwice } from '../../support/double-click';
import { describeWithAndWithoutScripts } from '@consentry/test-support/browser/programs';
import { allow, arrived, enter, refuse, signUpOn } from '@consentry/test-support/browser/steps';
import { type Application, signUp, unique } from '@consentry/test-support/world/world';

const ASKED = 'Television wants access to your Notes';
const CONNECTED = 'The device is connected';
const NOT_CONNECTED = 'The device was not connected';
const ELSEWHERE = '203.0.113.7';

/** A program and the person who sits before it. */
interface Pair {
  program: DeviceProgram;
  page: Page;
}

describeWithAndWithoutScripts('a device in a browser', (javaScriptEnabled) => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const developer = givenAccount(server);
  const browser = givenBrowser(server);
  let application: Application;
  let service: GuardedService;
  beforeAll(async () => {
    service = await GuardedService.start(server.url);
    application = await registerTelevision(server, developer);
  });
  afterAll(() => (service as GuardedService | undefined)?.stop());

  /** A program that has shown its code, and a person who is signed in. */
  async function begin(network?: string): Promise<Pair> {
    const program = await DeviceProgram.begin({ server, application, service }, network);
    const page = await browser.visitor({ javaScriptEnabled });
    await enter(page, server, await signUp(server));
    return { program, page };
  }

  /** Up to the question. */
  async function asked(network?: string): Promise<Pair> {
    const pair = await begin(network);
    await pair.page.goto(pair.program.shown.verification_uri_complete!);
    await pair.page.getByRole('button', { name: 'Yes, it does' }).click();
    await arrived(pair.page, ASKED);
    return pair;
  }

  const type = async (page: Page, code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('is connected by a typed code, from the sign-up to a call of the guarded service', async () => {
    const program = await DeviceProgram.begin({ server, application, service });
    const page = await browser.visitor({ javaScriptEnabled });
    await page.goto(program.shown.verification_uri);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await signUpOn(page, { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` });
    await arrived(page, 'Connect a device');
    await page.getByText('Did someone send you this code?').waitFor();
    await type(page, 'BBBB-BBBB');
    await page.getByText('This code is wrong').waitFor();
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('BBBB-BBBB');
    await type(page, program.shown.user_code.toLowerCase().replace('-', ' '));
    await arrived(page, ASKED);
    expect(await page.locator('body').innerText()).not.toContain(program.shown.user_code);
    expect(await program.poll()).toBe('authorization_pending');
    await page.locator('[name=scope][value="notes:write"]').uncheck();
    await allow(page);
    await arrived(page, CONNECTED);
    expect(await program.goOn()).toBe('openid notes:read');
    expect(await program.callService()).toBe(200);
  });

  it('is connected by a link, once the person has compared the code', async () => {
    const { program, page } = await begin();
    const { user_code, verification_uri_complete } = program.shown;
    await page.goto(verification_uri_complete!);
    expect(page.url()).toBe(`${server.url}/device`);
    await arrived(page, `Does your device show ${user_code}?`);
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await arrived(page, NOT_CONNECTED);
    expect(await program.poll()).toBe('authorization_pending');
    await page.goto(verification_uri_complete!);
    await page.getByRole('button', { name: 'Yes, it does' }).click();
    await arrived(page, ASKED);
    await allow(page);
    await arrived(page, CONNECTED);
    expect(page.url()).not.toContain(user_code);
    await program.goOn();
    expect(await program.callService()).toBe(200);
  });

  it('is refused, and the program hears it', async () => {
    const { program, page } = await asked();
    await refuse(page);
    await arrived(page, NOT_CONNECTED);
    expect(await program.poll()).toBe('access_denied');
  });

  it('that asks from another network is connected only where the person says that it is theirs', async () => {
    const { program, page } = await asked(ELSEWHERE);
    await page.getByText(`The device is on a different network from yours (${ELSEWHERE}).`).waitFor();
    const isMine = page.getByRole('checkbox', { name: 'The device is mine, or I can see it in front of me' });
    await allow(page);
    await page.locator('[name=is_mine]:focus:invalid').waitFor();
    expect(await program.poll()).toBe('authorization_pending');
    await isMine.check();
    await allow(page);
    await arrived(page, CONNECTED);
    await program.goOn();
  });

  it('that asks from another network is refused without that', async () => {
    const { program, page } = await asked(ELSEWHERE);
    await refuse(page);
    await arrived(page, NOT_CONNECTED);
    expect(await program.poll()).toBe('access_denied');
  });

  it('is told as connected again where the browser sends the form again', async () => {
    const { program, page } = await asked();
    await allow(page);
    await arrived(page, CONNECTED);
    await program.goOn();
    await page.reload();
    await arrived(page, CONNECTED);
  });

  it('is connected by two clicks', async () => {
    const { program, page } = await asked();
    const button = page.getByRole('button', { name: 'Allow', exact: true });
    if (javaScriptEnabled) await button.dblclick({ noWaitAfter: true });
    else expect(await clickTwice(page, button, '**/device/decision')).toBe(2);
    await arrived(page, CONNECTED);
    await program.goOn();
  });

  it('whose code has expired is connected to nothing', async () => {
    const [typed, open] = [await begin(), await asked()];
    await server.advance({ minutes: 11 });
    await typed.page.goto(typed.program.shown.verification_uri);
    await type(typed.page, typed.program.shown.user_code);
    await typed.page.getByText('This code is wrong, has expired or has already been used.').waitFor();
    await allow(open.page);
    await open.page.getByText('This code is wrong, has expired or has already been used.').waitFor();
    expect([await typed.program.poll(), await open.program.poll()]).toEqual(['expired_token', 'expired_token']);
  });
});
