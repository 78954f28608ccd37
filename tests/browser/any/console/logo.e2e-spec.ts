import type { Page } from 'playwright-core';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { JPEG, LOSSLESS, LOSSY, png, pngChunk, webp } from '@consentry/test-support/world/images';
import { postRegistration } from '@consentry/test-support/world/registration';
import { type Application, call, obtainTokens, register } from '@consentry/test-support/world/world';

const REFUSED = 'Use a still PNG, JPEG or WebP image';
const SAID = {
  description: 'Prints what you choose.\nOn paper.',
  homepage_uri: 'https://printer.example/',
  policy_uri: 'https://printer.example/privacy',
  tos_uri: 'https://printer.example/terms',
  contacts: ['help@printer.example'],
};
const LINKS = ['printer.example', 'printer.example/privacy', 'printer.example/terms'];

describeInChromium('what an application says of itself', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server, { name: 'Mira Lindqvist' });
  const browser = givenBrowser(server);

  async function open(url: string): Promise<Page> {
    const page = await browser.visitor();
    await enter(page, server, account);
    await page.goto(url);
    return page;
  }
  const settingsOf = ({ client_id: id }: Application) => `${server.url}/console/applications/${id}/settings`;
  const choose = async (page: Page, name: string, buffer: Buffer) => {
    await page.getByLabel('Image file').setInputFiles({ name, mimeType: 'image/png', buffer });
    await page.getByRole('form', { name: 'Logo' }).getByRole('button', { name: 'Save' }).click();
  };
  /** Of each picture in the page, whether it was drawn. */
  const drawn = (page: Page) =>
    page.locator('main .tile img').evaluateAll((pictures) =>
      Promise.all(
        pictures.map((picture) => {
          const image = picture as unknown as { decode: () => Promise<void>; naturalWidth: number };
          return image.decode().then(() => image.naturalWidth);
        }),
      ),
    );
  const links = (page: Page) =>
    page
      .locator('main details.more a[target=_blank]')
      .evaluateAll((all) =>
        all.map((link) => [(link as unknown as { innerText: string }).innerText, link.getAttribute('rel')]),
      );

  it('a logo is uploaded, seen on consent, apps and lists, and removed', async () => {
    const application = await register(server, account, { name: 'Photo Printer', ...SAID });
    await obtainTokens(server, account, application, { scope: 'notes:read' });
    const page = await open(settingsOf(application));
    for (const image of [png(), webp(LOSSY), webp(LOSSLESS), JPEG]) {
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
      await choose(page, 'logo', image);
      expect((await answered).status()).toBe(200);
      await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
    }
    await page.waitForFunction(`document.querySelectorAll('main .tile img[src$=".jpeg"]').length === 2`);
    expect(await drawn(page)).toEqual([40, 40]);
    await expectAccessible(page);

    await page.goto(`${server.url}/console/applications`);
    await page.locator('.tile img').waitFor();
    expect(await drawn(page)).toEqual([40]);
    await page.goto(`${server.url}/account/apps`);
    expect(await drawn(page)).toEqual([40]);
    await page.getByText('About this app').click();
    expect((await links(page)).map(([text]) => text)).toEqual(LINKS);
    await page.getByText('help@printer.example').waitFor();
    await expectAccessible(page);
    await page.goto(consentUrl(server, application));
    expect(await drawn(page)).toEqual([40]);
    const description = page.getByText('Prints what you choose.');
    expect(await description.isVisible()).toBe(false);
    await page.getByText('More about this request').click();
    expect(await description.isVisible()).toBe(true);
    expect(await links(page)).toEqual(LINKS.map((text) => [text, 'noopener noreferrer']));
    await expectAccessible(page);

    await page.goto(settingsOf(application));
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor({ state: 'detached' });
    expect(await drawn(page)).toEqual([]);
  });

  it('a file that is no logo is refused at its field, and the logo stays', async () => {
    browser.expect(/\/logo: 400$/);
    const application = await register(server, account, { name: 'Diary' });
    const page = await open(settingsOf(application));
    await choose(page, 'logo.png', png());
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
    const field = page.getByLabel('Image file');
    const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));
    for (const file of [hostile, png(20_000), Buffer.alloc(0)]) {
      await choose(page, 'logo.png', file);
      await page.getByText(REFUSED).waitFor();
      expect(await field.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
      await field.setInputFiles([]);
      await page.getByText(REFUSED).waitFor({ state: 'hidden' });
    }
    expect(asked.filter((method) => method === 'PUT')).toHaveLength(3);
    await choose(page, 'large.png', png(40, 30, [pngChunk('tEXt', Buffer.alloc(200_000))]));
    await page.getByText(REFUSED).waitFor();
    await expectAccessible(page);
    expect(asked.filter((method) => method === 'PUT')).toHaveLength(3);
    expect(await drawn(page)).toEqual([40, 40]);
  });

  it('is linked by its address where nobody registered it, without logo and contacts', async () => {
    const { name: client_name, ...said } = { name: 'Bank', ...SAID, logo_uri: 'https://printer.example/logo.png' };
    const { body } = await postRegistration(server, { redirect_uris: ['https://a.example'], client_name, ...said });
    const page = await open(
      consentUrl(server, applicationOf(body.client_id), { ...PKCE, redirect_uri: 'https://a.example' }),
    );
    await page.getByText('More about this request').click();
    expect((await links(page)).map(([text]) => text)).toEqual(LINKS.slice(1));
    expect(await page.getByText('help@printer.example').count()).toBe(0);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('its logo is not shown beside a name that looks like an address', async () => {
    const application = await register(server, account, { name: 'paypal.com' });
    await call('PUT', `${server.url}/api/applications/${application.client_id}/logo`, {
      headers: account.session,
      body: { image: png().toString('base64') },
    });
    const page = await open(consentUrl(server, application));
    expect(await page.locator('h1').innerText()).toMatch(/calls itself/);
    expect(await page.locator('main img').count()).toBe(0);
  });
});
