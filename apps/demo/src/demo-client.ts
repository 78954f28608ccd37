import type { DemoApplication } from './credentials';
import { type Answer, type Flow, challengeOf } from './flows';
import type { Urls } from './transcript';

const SCOPE = 'notes:read notes:write';

/** What the demo application asks the auth server and the service for. */
export class DemoClient {
  constructor(
    private readonly urls: Urls,
    private readonly application: DemoApplication,
  ) {}

  /** Where a browser is sent to sign in and to allow it (RFC 6749 §4.1.1). */
  authorizationUrl(flow: Flow): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.application.clientId,
      redirect_uri: this.application.redirectUri,
      scope: SCOPE,
      state: flow.state,
      code_challenge: challengeOf(flow),
      code_challenge_method: 'S256',
    });
    return `${this.urls.authUrl}/oauth2/authorize?${query.toString()}`;
  }

  /** RFC 6749 §4.1.3. */
  exchange(code: string, verifier: string): Promise<Answer> {
    const { clientId, clientSecret, redirectUri } = this.application;
    return call(`${this.urls.authUrl}/oauth2/access_token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
  }

  notes(accessToken: string): Promise<Answer> {
    return call(`${this.urls.baseUrl}/notes`, { headers: { Authorization: `Bearer ${accessToken}` } });
  }

  addNote(accessToken: string, text: string): Promise<Answer> {
    return call(`${this.urls.baseUrl}/notes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  }
}

/** @returns status 0 where nothing answers. */
async function call(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch (error) {
    return { status: 0, body: (error as Error).message };
  }
}
