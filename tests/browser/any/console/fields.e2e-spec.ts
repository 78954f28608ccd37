import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { type Application, call, register } from '@consentry/test-support/world/world';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
const JWKS = { keys: [{ crv, kty, x, y, kid: 'one', alg: 'ES256' }] };

type Value = string | number | boolean | readonly string[] | object | null;
type Fields = Record<string, Value>;

/** Of an application with a secret: none is the default. */
const FIELDS: Fields = {
  name: 'Photo Printer',
  description: 'Prints photos.\nAnd frames them.',
  homepage_uri: 'https://app.example.com',
  logo_uri: 'https://app.example.com/logo.png',
  policy_uri: 'https://app.example.com/privacy',
  tos_uri: 'https://app.example.com/terms',
  contacts: ['ops@example.com', 'Ada Lovelace'],
  scopes: ['notes:read', 'openid'],
  authorization_details_types: ['payment'],
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  client_credentials_scopes: ['notes:read'],
  application_type: 'native',
  default_max_age: 3600,
  post_logout_redirect_uris: ['https://app.example.com/bye', 'https://app.example.com/farewell'],
  backchannel_logout_uri: 'https://app.example.com/logout',
  backchannel_logout_session_required: true,
  profile_in_id_token: true,
  require_auth_time: true,
  id_token_signed_response_alg: 'ES256',
  refresh_retry_window: 30,
  dpop_bound_access_tokens: true,
  token_endpoint_auth_method: 'private_key_jwt',
  require_client_authentication: true,
  token_endpoint_auth_signing_alg: 'ES256',
  client_assertion_audience: 'any',
  jwks: JWKS,
  require_pkce: true,
  require_pushed_authorization_requests: true,
  require_signed_request_object: true,
  request_object_signing_alg: 'ES256',
};

/** What goes with other values only. */
const LATER: Fields = { jwks: null, jwks_uri: 'https://app.example.com/jwks', security_profile: 'fapi2' };
const OF_PUBLIC: Fields = { loopback_any_port: true };
const ELSEWHERE = ['enabled', 'redirect_uris'];

/** What stands in the controls, of folded groups too. */
const SHOWN = `(() => {
  const shown = {};
  for (const { name, type, id, checked, value } of document.querySelectorAll('.fold [name]')) {
    if (type !== 'checkbox') shown[name] = value;
    else if (id !== '') shown[name] = checked;
    else shown[name] = [...(shown[name] ?? []), ...(checked ? [value] : [])];
  }
  return shown;
})()`;

const words = (name: string) => `#${name}-error`;

describeInChromium("an application's settings", () => {
  const server = givenServer({ env: { ACCESS_TOKEN_ALG: 'ES256' } });
  const developer = givenAccount(server);
  const browser = givenBrowser(server);

  async function open({ client_id: id }: Application, locale = 'en-GB'): Promise<Page> {
    const page = await browser.visitor({ locale });
    await enter(page, server, developer);
    await page.goto(`${server.url}/console/applications/${id}/settings`);
    await page.locator('#name').waitFor();
    return page;
  }

  const unfold = async (page: Page) => {
    const folded = page.locator('details.fold:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().click();
  };

  const namesOn = async (page: Page) => Object.keys(await page.evaluate<Fields>(SHOWN));

  const answered = async ({ client_id: id }: Application) =>
    (await call('GET', `${server.url}/api/applications/${id}`, { headers: developer.session })).body;

  async function set(page: Page, fields: Fields): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      if (name === 'scopes') await page.getByLabel('Every scope, including future ones').uncheck();
      const control = page.locator(`[name="${name}"]`);
      const boxes = await page.locator(`[name="${name}"][type=checkbox]`).all();
      if (typeof value === 'boolean') await control.setChecked(value);
      else if (boxes.length > 0 && Array.isArray(value))
        for (const box of boxes) await box.setChecked(value.includes(await box.getAttribute('value')));
      else if ((await page.locator(`select#${name}`).count()) > 0) await control.selectOption(value as string);
      else await control.fill(textOf(value));
    }
  }

  const save = async (page: Page) => page.locator('form:has(.fold) > .save button').click();
  const saved = (page: Page) =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();

  it('has every field that the API takes: each is set, seen after a reload and read by the API', async () => {
    const { body: document } = await call('GET', `${server.url}/docs-json`);
    const { ChangeApplicationDto: taken } = (document as { components: { schemas: Record<string, Fields> } }).components
      .schemas;
    const names = [FIELDS, LATER, OF_PUBLIC].flatMap(Object.keys);
    expect([...new Set([...names, ...ELSEWHERE])].sort()).toEqual(Object.keys(taken!['properties']!).sort());

    const application = await register(server, developer);
    const page = await open(application);
    expect(await page.locator('details.fold[open]').count()).toBe(1);
    await unfold(page);
    await set(page, FIELDS);
    await page.getByText('You have unsaved changes.').waitFor();
    await save(page);
    await saved(page);
    expect(await answered(application)).toMatchObject(FIELDS);
    await page.reload();
    await page.locator('#jwks').waitFor();
    expect(await page.locator('details.fold:not([open])').count()).toBe(0);
    expect(await page.evaluate(SHOWN)).toMatchObject(
      Object.fromEntries(Object.entries(FIELDS).map(([name, value]) => [name, asShown(name, value)])),
    );
    await expectAccessible(page);

    await set(page, { ...LATER, client_assertion_audience: 'issuer', refresh_retry_window: 60 });
    await save(page);
    await saved(page);
    expect(await answered(application)).toMatchObject(LATER);
    await page.reload();
    await page.locator('#jwks_uri').waitFor();
    expect(await page.evaluate(SHOWN)).toMatchObject({ ...LATER, jwks: '' });
  });

  it('are taken back', async () => {
    const application = await register(server, developer, { ...FIELDS, client_assertion_audience: 'issuer' });
    const page = await open(application);
    const empty = {
      contacts: '',
      policy_uri: '',
      default_max_age: '',
      client_credentials_scopes: [],
      token_endpoint_auth_method: '',
      token_endpoint_auth_signing_alg: '',
      jwks: '',
      require_pkce: false,
    };
    await set(page, empty);
    await page.getByLabel('Every scope, including future ones').check();
    await save(page);
    await saved(page);
    const none = Object.fromEntries(Object.keys(empty).map((name) => [name, null]));
    expect(await answered(application)).toMatchObject({ ...none, scopes: null, require_pkce: false });
  });

  it.each([
    ['en-GB', 'Enter a whole number from 0 to 999,999,999.', 'Enter a web address like https://app.example.com'],
    ['de-DE', 'Geben Sie eine ganze Zahl von 0 bis 999.999.999 ein.', 'Geben Sie eine Webadresse'],
  ])('are refused at their fields, in %s', async (locale, ofNumber, ofAddress) => {
    browser.expect(/\/api\/applications\/[\w-]+: 400$/);
    const application = await register(server, developer);
    const page = await open(application, locale);
    await unfold(page);
    await set(page, { default_max_age: 'an hour', jwks: '{"keys": [', homepage_uri: 'app.example.com' });
    await page.locator('details.fold:has(#default_max_age) > summary').click();
    await save(page);
    await page.locator(words('default_max_age')).getByText(ofNumber).waitFor();
    await page.locator(words('jwks')).waitFor();
    expect(await page.evaluate(`document.activeElement.id`)).toBe('default_max_age');
    await set(page, { default_max_age: '60', jwks: '', contacts: ELEVEN });
    await save(page);
    await page.locator(words('contacts')).waitFor();
    await set(page, { contacts: '', ...REFUSED });
    await save(page);
    await page.locator(words('homepage_uri')).getByText(ofAddress).waitFor();
    for (const name of Object.keys(REFUSED)) await page.locator(words(name)).waitFor();
    expect(await page.locator('.error:visible').count()).toBe(Object.keys(REFUSED).length + 1);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.evaluate(`document.activeElement.id`)).toBe('homepage_uri');
    await page.locator('details.fold:has(#homepage_uri) > summary').click();
    await page.locator(words('homepage_uri')).waitFor();
    // Elsewhere the bar at the top covers a part of what lies below it.
    await page.evaluate('scrollTo(0, 0)');
    if (locale === 'de-DE') await expectAccessible(page);
    expect(await answered(application)).toMatchObject({ homepage_uri: null, default_max_age: null });
  });

  it('are those that make sense for the kind of application', async () => {
    const single = await register(server, developer, { client_type: 'public' });
    const ofSingle = await namesOn(await open(single));
    expect(ofSingle).toEqual(expect.arrayContaining(['loopback_any_port', 'scopes', 'jwks']));
    for (const name of ['token_endpoint_auth_method', 'require_pkce', 'security_profile', 'client_credentials_scopes'])
      expect(ofSingle).not.toContain(name);
    const page = await open(single);
    await unfold(page);
    await set(page, OF_PUBLIC);
    await save(page);
    await saved(page);
    expect(await answered(single)).toMatchObject(OF_PUBLIC);

    const machine = await register(server, developer, { grant_types: ['client_credentials'] });
    const ofMachine = await namesOn(await open(machine));
    expect(ofMachine).toEqual(OF_MACHINE);
  });
});

const ELEVEN = Array.from({ length: 11 }, (_, at) => `${at}@example.com`);

/** Each by another kind of control. */
const REFUSED: Fields = {
  grant_types: ['authorization_code'],
  post_logout_redirect_uris: ['http://app.example.com/bye'],
  token_endpoint_auth_method: 'private_key_jwt',
};

const OF_MACHINE = [
  ...['name', 'description', 'homepage_uri', 'contacts', 'grant_types', 'client_credentials_scopes'],
  ...['dpop_bound_access_tokens', 'token_endpoint_auth_method', 'token_endpoint_auth_signing_alg'],
  ...['client_assertion_audience', 'jwks', 'jwks_uri', 'security_profile'],
];

const TICKED = ['grant_types', 'scopes', 'client_credentials_scopes'];

const isObject = (value: Value): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.join('\n');
  return isObject(value) ? JSON.stringify(value) : String(value ?? '');
}

/** As {@link SHOWN} has it: only boxes have lists. */
function asShown(name: string, value: Value): Value {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return TICKED.includes(name) ? value : textOf(value);
  return isObject(value) ? JSON.stringify(value, null, 2) : value;
}
