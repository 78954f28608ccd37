import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { decodeJwt } from 'jose';

const PHOTOS = {
  url: 'http://localhost:3002',
  name: 'Photos',
  texts: { de: { name: 'Fotos' } },
  scopes: [{ name: 'photos:read', description: 'See your photos' }],
};

const RESOURCES = [
  {
    url: 'http://localhost:3001',
    name: 'Notes',
    scopes: [
      { name: 'notes:read', description: 'Read your notes' },
      { name: 'notes:delete', description: 'Delete your notes', sensitive: true },
    ],
  },
  PHOTOS,
];

describeInChromium('a test token of the console', () => {
  const server = givenServer({ env: settingsOf(RESOURCES) });
  const account = givenAccount(server);
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  it('is for an hour and for nothing sensitive, is called so, and is no consent', async () => {
    const page = await browser.visitor();
    await enter(page, server, account);
    await page.goto(`${server.url}/console/applications/${application.client_id}`);
    const card = page.getByRole('region', { name: 'In a hurry?' });
    await card.getByText('Scopes and lifetime').click();
    expect(await card.getByLabel('One hour').isChecked()).toBe(true);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Get a test token' }).click();
    await card.getByText('Your test token', { exact: true }).waitFor();
    const { exp, iat, scope } = decodeJwt(await card.locator('.copyable.big code').innerText());
    expect(exp! - iat!).toBe(3_600);
    expect(scope).toContain('notes:read');
    expect(scope).not.toContain('notes:delete');

    await page.goto(`${server.url}/account/apps`);
    await page.getByRole('button', { name: 'End: Test token, Photo Printer' }).waitFor();
    await expectAccessible(page);
    await page.goto(consentUrl(server, application, { scope: 'notes:read' }));
    await page.getByRole('checkbox', { name: 'Read your notes' }).waitFor();
  });

  it('is for one resource, which is chosen before its scopes', async () => {
    const page = await browser.visitor({ locale: 'de-DE' });
    await enter(page, server, account);
    await page.goto(`${server.url}/console/applications/${application.client_id}`);
    const card = page.getByRole('region', { name: 'Keine Zeit?' });
    await card.getByText('Scopes und Gültigkeit').click();
    const resource = card.getByRole('group', { name: 'Ressource' });
    await resource.getByText('Ein Token gilt nur für eine Ressource.').waitFor();
    await resource.getByLabel('Fotos').check();
    const scopes = card.getByRole('group', { name: 'Scopes' });
    expect(await scopes.getByRole('checkbox', { name: 'notes' }).count()).toBe(0);
    expect(await scopes.getByRole('checkbox', { name: 'openid' }).isChecked()).toBe(true);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Test-Token erstellen' }).click();
    await card.getByText('Ihr Test-Token', { exact: true }).waitFor();
    const { aud, scope } = decodeJwt(await card.locator('.copyable.big code').innerText());
    expect(aud).toBe(PHOTOS.url);
    expect(String(scope).split(' ')).toContain('photos:read');
  });
});
