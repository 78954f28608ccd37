import { openPage, textOf } from '@consentry/test-support/world/consent-form';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Application, CALLBACK, call, register, signUp } from '@consentry/test-support/world/world';

describe('the preview of a consent', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const previewOf = ({ client_id: id }: Application) => `${server.url}/console/applications/${id}/preview`;
  const made = (fields: Record<string, unknown> = {}) =>
    register(server, developer, { name: 'Photo Printer', ...fields });

  it('shows what people will be asked, of an example person', async () => {
    const { status, text, headers } = await openPage(previewOf(await made()), developer);
    expect(status).toBe(200);
    expect(textOf(text)).toContain('Photo Printer wants access to your Notes');
    expect(textOf(text)).toContain('Read your notes');
    expect(textOf(text)).toContain('You will go back to app.example.com.');
    expect(textOf(text)).toContain('alex@example.com');
    expect(text).not.toContain(developer.email);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('can decide nothing: no form, no button that works, no consent session', async () => {
    const { text } = await openPage(previewOf(await made()), developer);
    const sheet = text.split('<main')[1]!.split('</main>')[0]!;
    expect(sheet).not.toContain('<form');
    expect(sheet).not.toContain('session_id');
    const buttons = sheet.match(/<button[^>]*>/g)!;
    expect(buttons).toHaveLength(2);
    for (const button of buttons) expect(button).toContain(' disabled');
    expect(await storedRows(server, 'SELECT hash FROM consent_sessions')).toEqual([]);
    expect((await call('POST', previewOf(await made()), { headers: { origin: server.url } })).status).toBe(405);
  });

  it('has the scopes that the application may ask for, and follows a change at once', async () => {
    const application = await made({ scopes: ['notes:read', 'email'] });
    const before = textOf((await openPage(previewOf(application), developer)).text);
    expect(before).toContain('Read your notes');
    expect(before).not.toContain('Write');
    expect(before).toContain('email');
    await call('PATCH', `${server.url}/api/applications/${application.client_id}`, {
      headers: developer.session,
      body: { name: 'Album', scopes: ['openid'] },
    });
    expect(textOf((await openPage(previewOf(application), developer)).text)).toContain(
      'Album wants to know who you are',
    );
  });

  it('warns where people would be warned', async () => {
    const application = await made({ client_type: 'public', redirect_uris: ['http://127.0.0.1/callback'] });
    expect(textOf((await openPage(previewOf(application), developer)).text)).toContain(
      'Continue only if you started this',
    );
  });

  it('says what is wrong with an application that could ask nobody', async () => {
    const machine = await made({
      redirect_uris: [CALLBACK],
      grant_types: ['client_credentials'],
      client_credentials_scopes: ['notes:read'],
    });
    const { status, text } = await openPage(previewOf(machine), developer);
    expect(status).toBe(400);
    expect(textOf(text)).toContain('this application may not use authorization_code');
  });

  it('is for the developer of the application alone', async () => {
    const application = await made();
    const stranger = await signUp(server);
    expect((await openPage(previewOf(application), stranger)).status).toBe(404);
    expect((await openPage(previewOf({ ...application, client_id: 'unknown' }), developer)).status).toBe(404);
    const signedOut = await openPage(previewOf(application));
    expect(signedOut.status).toBe(303);
    const { pathname } = new URL(previewOf(application));
    expect(signedOut.headers.get('location')).toBe(`/sign-in?return_to=${encodeURIComponent(pathname)}`);
  });
});
