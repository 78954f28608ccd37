import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import {
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  obtainCode,
  pkce,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Scope {
  name: string;
  granted_before: boolean;
}

describe('GET /oauth2/authorize: the JSON that describes the consent screen', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: 'Ada Lovelace' });

  it('has these members and no other', async () => {
    const now = await server.freeze();
    const application = await register(server, account, { name: 'Diary' });
    const { status, headers, body } = await call('GET', authorizeUrl(server, application), {
      headers: account.session,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toEqual({
      sessionID: expect.stringMatching(/^[A-Za-z0-9_-]{22,}$/) as string,
      session_id: body['sessionID'],
      expires_in: 300,
      expires_at: new Date(now + 300_000).toISOString(),
      client: {
        client_id: application.client_id,
        name: 'Diary',
        description: null,
        homepage_uri: null,
        logo_uri: null,
        registered_by: 'developer',
        known_since: new Date(now).toISOString(),
      },
      account: { id: account.id, name: 'Ada Lovelace', email: account.email },
      resource: { url: 'http://localhost:3001', name: 'Notes', texts: { de: { name: 'Notizen' } } },
      scopes: [
        {
          name: 'notes:read',
          description: 'Read your notes',
          detail: 'All of them, including future ones',
          texts: { de: { description: 'Ihre Notizen lesen', detail: 'Alle, auch künftige' } },
          sensitive: false,
          granted_before: false,
        },
        {
          name: 'notes:write',
          description: 'Write notes for you',
          detail: 'Add notes in your name',
          texts: { de: { description: 'Notizen für Sie schreiben', detail: 'In Ihrem Namen neue Notizen anlegen' } },
          sensitive: false,
          granted_before: false,
        },
      ],
      redirect_uri: CALLBACK,
      redirect_host: 'app.example.com',
      redirect_is_loopback: false,
    });
  });

  it('shows what the developer told of the application', async () => {
    const told = {
      description: 'Keeps <your> days',
      homepage_uri: 'https://diary.example.com/',
      logo_uri: 'https://diary.example.com/logo.png',
      policy_uri: 'https://diary.example.com/privacy',
      tos_uri: 'https://diary.example.com/terms',
      contacts: ['help@diary.example.com'],
    };
    const application = await register(server, account, { name: 'Tagebuch “é”', ...told });
    const { client } = await requestConsent(server, account, application);
    expect(client).toMatchObject({ client_id: application.client_id, name: 'Tagebuch “é”', ...told });
  });

  it('names each scope once, in the order asked', async () => {
    const application = await register(server, account);
    const scope = 'notes:write notes:read  notes:write';
    const { scopes } = await requestConsent(server, account, application, { scope });
    expect((scopes as Scope[]).map(({ name }) => name)).toEqual(['notes:write', 'notes:read']);
  });

  it('gives every session an identifier of its own', async () => {
    const application = await register(server, account);
    const screens = await Promise.all(Array.from({ length: 20 }, () => requestConsent(server, account, application)));
    expect(new Set(screens.map(({ sessionID }) => sessionID)).size).toBe(20);
  });

  it('is stored by nobody, and says what it depends on', async () => {
    const application = await register(server, account);
    const { headers } = await call('GET', authorizeUrl(server, application), { headers: account.session });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('vary')?.split(', ').sort()).toEqual(['Accept', 'Origin', 'Prefer']);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('leads a browser to our own page, as no other is set', async () => {
    const url = authorizeUrl(server, await register(server, account));
    const { status, headers } = await call('GET', url, { headers: { ...account.session, accept: 'text/html' } });
    expect([status, headers.get('location')]).toEqual([302, url.replace('/oauth2/authorize', '/consent')]);
  });

  it('takes the issuer from the settings, never from Host or X-Forwarded-*', async () => {
    const application = await register(server, account);
    const forged = {
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example.com',
    };
    const { body } = await call('GET', authorizeUrl(server, application, { response_type: 'token' }), {
      headers: { ...account.session, ...forged },
    });
    expect(new URL(body.redirect_to as string).searchParams.get('iss')).toBe(server.url);
  });

  it('tells since when the application has access, where it has some', async () => {
    const application = await register(server, account);
    expect(await requestConsent(server, account, application)).not.toHaveProperty('granted_since');
    const now = await server.freeze();
    await obtainCode(server, account, application, { scope: 'notes:read' });
    await server.advance({ minutes: 60 });
    await obtainCode(server, account, application);
    const { granted_since } = await requestConsent(server, account, application);
    expect(granted_since).toBe(new Date(now).toISOString());
  });

  describe('granted_before', () => {
    const granted = async (application: Parameters<typeof requestConsent>[2], by = account) => {
      const { scopes } = await requestConsent(server, by, application);
      return (scopes as Scope[]).filter(({ granted_before }) => granted_before).map(({ name }) => name);
    };

    it('tells what the account approved, as it was approved', async () => {
      const application = await register(server, account);
      const { sessionID } = await requestConsent(server, account, application);
      expect(await granted(application)).toEqual([]);
      await decide(server, account, sessionID, { is_rejected: false, scope: 'notes:write' });
      expect(await granted(application)).toEqual(['notes:write']);
      await obtainCode(server, account, application, { scope: 'notes:read' });
      expect(await granted(application)).toEqual(['notes:read', 'notes:write']);
    });

    it('stays false when the account refused', async () => {
      const application = await register(server, account);
      const { sessionID } = await requestConsent(server, account, application);
      await decide(server, account, sessionID, { is_rejected: true });
      expect(await granted(application)).toEqual([]);
    });

    it("tells nothing of another account's or another application's grants", async () => {
      const application = await register(server, account);
      await obtainCode(server, account, application);
      expect(await granted(application, await signUp(server))).toEqual([]);
      expect(await granted(await register(server, account))).toEqual([]);
    });

    it('is false again once the grant has ended, and then grows from nothing', async () => {
      const application = await register(server, account);
      await obtainCode(server, account, application);
      const { body } = await call<{ items: { id: string; client: { client_id: string } }[] }>(
        'GET',
        `${server.url}/api/grants`,
        {
          headers: account.session,
        },
      );
      const grant = body.items.find(({ client }) => client.client_id === application.client_id);
      await call('DELETE', `${server.url}/api/grants/${grant?.id}`, { headers: account.session });
      expect(await granted(application)).toEqual([]);
      await obtainCode(server, account, application, { scope: 'notes:read' });
      expect(await granted(application)).toEqual(['notes:read']);
    });
  });

  it('every sign-in of the account sees its own sessions alike', async () => {
    const application = await register(server, account);
    const { sessionID } = await requestConsent(server, account, application);
    const { challenge } = pkce();
    const again = { ...account, ...(await signIn(server, account)) };
    expect((await decide(server, again, sessionID)).status).toBe(301);
    const screen = await requestConsent(server, again, application, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect((await decide(server, account, screen.sessionID)).status).toBe(301);
  });
});
