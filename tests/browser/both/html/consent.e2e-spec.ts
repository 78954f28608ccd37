import {
  answerPage,
  consentFormOf,
  consentUrl,
  leadsTo,
  openPage,
  textOf,
} from '@consentry/test-support/world/consent-form';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { CALLBACK, exchange, signUp } from '@consentry/test-support/world/world';

describe('/consent', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const application = givenApplication(server, developer, { name: 'Photo Printer' });

  it('asks a person, and leads back with a code that the application redeems', async () => {
    const ada = await signUp(server, { name: 'Ada' });
    const url = consentUrl(server, application);
    const { status, text, headers } = await openPage(url, ada);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(textOf(text)).toContain('Photo Printer wants access to your Notes');
    expect(textOf(text)).toContain('You will go back to app.example.com.');
    expect(textOf(text)).toContain(ada.email);
    const form = consentFormOf(text);
    expect(form.ticked).toEqual(['notes:read', 'notes:write']);
    const answer = await answerPage(url, ada, form);
    expect(answer.status).toBe(200);
    const { refresh, link } = leadsTo(answer.text);
    expect(refresh?.href).toBe(link?.href);
    expect(refresh?.href.startsWith(`${CALLBACK}?code=`)).toBe(true);
    expect(refresh?.searchParams.get('state')).toBe('a-state');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { body } = await exchange(server, application, refresh?.searchParams.get('code') ?? '');
    expect(body.scope).toBe('notes:read notes:write');
  });

  it('leaves a scope out, and refuses', async () => {
    const ada = await signUp(server);
    const url = consentUrl(server, application);
    const { sessionId } = consentFormOf((await openPage(url, ada)).text);
    const { text } = await answerPage(url, ada, { sessionId, ticked: ['notes:read'] });
    const { body } = await exchange(server, application, leadsTo(text).refresh?.searchParams.get('code') ?? '');
    expect(body.scope).toBe('notes:read');
    const next = consentFormOf((await openPage(url, ada)).text);
    const refused = await answerPage(url, ada, next, true);
    expect(leadsTo(refused.text).refresh?.searchParams.get('error')).toBe('access_denied');
  });

  it('asks to sign in first', async () => {
    const url = consentUrl(server, application);
    const { status, headers } = await openPage(url);
    expect(status).toBe(303);
    const next = new URL(headers.get('location') ?? '', server.url);
    expect(next.pathname).toBe('/sign-in');
    expect(next.searchParams.get('return_to')).toBe(url.slice(server.url.length));
  });
});
