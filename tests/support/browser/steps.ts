import { sessionCookie } from '../world/cookies';
import type { Page } from 'playwright-core';

interface SignIn {
  email: string;
  password: string;
}

/** The page's texts are English: these find fields by their names, which no language changes. */
const field = (page: Page, name: string) => page.locator(`form:not([action$="/preferences"]) [name="${name}"]`);

/** Sends the form with its first button, as Enter would. */
async function send(page: Page): Promise<void> {
  await page.locator('main form button:not([type=button])').first().click();
}

/** Fills in the page's form and sends it, as a browser that checks no field, and waits for the page that answers. */
export async function sendAnyhow(page: Page, fields: Record<string, string>): Promise<void> {
  const form = page.locator('main form').first();
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  await page.evaluate(`document.querySelector('main form').noValidate = true`);
  await Promise.all([page.waitForEvent('load'), send(page)]);
}

/** On the sign-in page. */
export async function signInOn(page: Page, { email, password }: SignIn): Promise<void> {
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(password);
  await send(page);
}

/** On the sign-up page. */
export async function signUpOn(page: Page, { name, ...more }: SignIn & { name: string }): Promise<void> {
  await field(page, 'name').fill(name);
  await signInOn(page, more);
}

export const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true }).click();

export const refuse = (page: Page) => page.getByRole('button', { name: /don.t allow/i }).click();

/** Waits for a page with this heading. */
export const arrived = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading, exact: true }).waitFor();

/** Gives the person's browser the session that an account has. */
export const enter = (page: Page, server: { url: string }, { sessionToken }: { sessionToken: string }) =>
  page.context().addCookies([{ name: sessionCookie(server), value: sessionToken, url: server.url, httpOnly: true }]);

/** Opens an address that leads on to where the browser is told to wait. */
export async function openConsent(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
}
