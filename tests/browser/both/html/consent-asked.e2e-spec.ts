import {
  answerPage,
  consentFormOf,
  consentUrl,
  leadsTo,
  openPage,
  textOf,
} from '@consentry/test-support/world/consent-form';
import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { FapiClient } from '@consentry/test-support/world/fapi-client';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { registerItself } from '@consentry/test-support/world/registration';
import { type Application, CALLBACK, authorizeUrl, call, register } from '@consentry/test-support/world/world';

describe('what /consent shows', () => {
  const site = givenSite();
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const ada = givenAccount(server, { name: 'Ada Lovelace' });

  const show = async (application: Application, override: Record<string, string> = {}, headers = {}) => {
    const { status, text } = await openPage(consentUrl(server, application, override), ada, headers);
    return { status, html: text, text: textOf(text) };
  };

  it('of an application that a developer registered', async () => {
    const { html, text } = await show(await register(server, ada, { name: 'Photo Printer' }));
    expect(html).toContain('<title>Photo Printer asks for access · Consentry</title>');
    for (const said of [
      'Photo Printer wants access to your Notes',
      'You will go back to app.example.com.',
      'Registered here by its developer; Consentry has not checked who that is.',
      'until it has not been used for 90 days',
      'This request stays open for 5 minutes',
      'Ada Lovelace',
    ])
      expect(text).toContain(said);
    expect(html.indexOf('Don’t allow')).toBeLessThan(html.indexOf('>Allow<'));
  });

  it('in German', async () => {
    const application = await register(server, ada, { name: 'Photo Printer' });
    const { html, text } = await show(application, {}, { 'accept-language': 'de-AT' });
    expect(html).toContain('<html lang="de"');
    expect(text).toContain('Photo Printer möchte auf „Notizen“ zugreifen');
    expect(text).toContain('Ihre Notizen lesen');
  });

  it('of identity alone', async () => {
    const { text } = await show(await register(server, ada, { name: 'Forum' }), { scope: 'openid email' });
    expect(text).toContain('Forum wants to know who you are');
    expect(text).toContain('See your email address');
  });

  it('of an application that a document describes: not checked, with where it goes', async () => {
    const url = site.serve('/photo', { client_name: 'Terminal Helper' });
    const { text } = await show(applicationOf(url), PKCE);
    expect(text).toContain('An app that calls itself “Terminal Helper” wants access to your Notes');
    expect(text).toContain(`Says it is from ${new URL(url).host}`);
    expect(text).toContain(`Described at ${url}`);
    expect(text).toContain('Since today Not checked');
    expect(text).toContain('You will go back to app.example.com.');
    expect(text).not.toContain('Registered here by its developer');
  });

  it('of one that registered itself', async () => {
    const made = await registerItself(server, { client_name: 'Helper', redirect_uris: [CALLBACK] });
    const { text } = await show(made, PKCE);
    expect(text).toMatch(/calls itself “Helper”.*Registered By itself Known here Since today Not checked/);
  });

  it('of a program on this computer, and of an app that opens links of its own', async () => {
    const uris = ['http://127.0.0.1:49152/cb', 'com.example.app:/cb'];
    const native = await register(server, ada, { name: 'Tool', client_type: 'public', redirect_uris: uris });
    const loopback = await show(native, PKCE);
    expect(loopback.text).toContain('Continue only if you started this yourself, on this device, a moment ago');
    expect(loopback.text).toContain('a program on this computer (127.0.0.1:49152)');
    const app = await show(native, { ...PKCE, redirect_uri: 'com.example.app:/cb' });
    expect(app.text).toContain('whichever app on this device opens com.example.app links');
    const url = consentUrl(server, native, { ...PKCE, redirect_uri: 'com.example.app:/cb' });
    const left = await answerPage(url, ada, consentFormOf(app.html));
    expect(left.text).not.toContain('http-equiv="refresh"');
    expect(left.text).toMatch(/href="com\.example\.app:\/cb\?code=/);
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>"\'&', '&lt;img src=x onerror=alert(1)>&quot;'],
    ['a URL', 'paypal.com', 'An app that calls itself “<bdi>paypal.com</bdi> (<bdi>app.example.com</bdi>)”'],
    ['200 characters', 'x'.repeat(200), `<bdi>${'x'.repeat(59)}…</bdi>`],
  ])('of a name that is %s', async (_, name, shown) => {
    const { html } = await show(await register(server, ada, { name }));
    expect(html).toContain(shown);
    expect(html).not.toContain('<img src=x');
  });

  it('of a request that cannot be put to a person: who is to blame, and a button at most', async () => {
    const application = await register(server, ada);
    const unknown = await show({ ...application, client_id: 'unknown' });
    expect([unknown.status, leadsTo(unknown.html).link]).toEqual([400, null]);
    expect(unknown.text).toContain('This link does not work');
    expect(unknown.text).toContain('Consentry does not know this application');
    expect(unknown.text).toContain('invalid_client');
    const elsewhere = await show(application, { redirect_uri: 'https://evil.example.com/' });
    expect([elsewhere.status, leadsTo(elsewhere.html).link]).toEqual([400, null]);
    const wrong = await show(application, { scope: 'unheard:of' });
    expect([wrong.status, leadsTo(wrong.html).refresh]).toEqual([400, null]);
    expect(leadsTo(wrong.html).link?.searchParams.get('error')).toBe('invalid_scope');
    expect(wrong.text).toContain('It is not your fault.');
  });

  it('for form_post: a page that posts to the application alone, by a script of its own address', async () => {
    const url = consentUrl(server, await register(server, ada), { response_mode: 'form_post' });
    const { text, headers } = await answerPage(url, ada, consentFormOf((await openPage(url, ada)).text));
    expect(text).toContain(`<form method="post" action="${CALLBACK}"`);
    expect(text).toMatch(/<input type="hidden" name="code" value="[\w-]{43}"/);
    expect(text).toMatch(/<script src="\/assets\/[\w-]{22}\.js" defer/);
    expect(headers.get('content-security-policy')).toMatch(/; script-src 'self'$/);
  });

  it('of what a scope does not say (RFC 9396)', async () => {
    const application = await register(server, ada);
    const answer = await show(application, { authorization_details: '[{"type":"unheard"}]' });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_authorization_details')]);
  });

  it('comes by the entry of a browser', async () => {
    const url = authorizeUrl(server, await register(server, ada));
    const { status, headers } = await call('GET', url, { headers: { accept: 'text/html' } });
    expect([status, headers.get('location')]).toEqual([302, url.replace('/oauth2/authorize', '/consent')]);
  });
});

describe('under the FAPI profile', () => {
  const server = givenServer({ env: { SECURITY_PROFILE: 'fapi2' } });
  const ada = givenAccount(server);

  it('a pushed request is asked and answered', async () => {
    const client = await FapiClient.register(server, ada);
    const { body } = await client.push();
    const entry = `${server.url}/oauth2/authorize?client_id=${client.id}&request_uri=${encodeURIComponent(body.request_uri)}`;
    const entered = await call('GET', entry, { headers: { accept: 'text/html' } });
    expect(entered.status).toBe(303);
    const url = entered.headers.get('location')!;
    const { text } = await answerPage(url, ada, consentFormOf((await openPage(url, ada)).text));
    const code = leadsTo(text).refresh?.searchParams.get('code') ?? '';
    expect((await client.exchange(code)).status).toBe(200);
  });
});
