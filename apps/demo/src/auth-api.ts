import type { DemoAccount, DemoApplication } from './credentials';
import { DemoError } from './demo-error';

/** The demo's calls to the auth server's API. @throws DemoError for an unexpected status. */
export class AuthApi {
  constructor(private readonly authUrl: string) {}

  /** Creates the account, unless its email is taken. */
  async signUp(account: DemoAccount): Promise<void> {
    await this.call('POST', '/api/accounts', [201, 409], { body: { ...account, name: 'Demo' } });
  }

  /** A session token, or undefined for a wrong email or password. */
  async signIn(account: DemoAccount): Promise<string | undefined> {
    const { status, json } = await this.call('POST', '/api/session', [201, 401], { body: account });
    return status === 201 ? String(json.session_token) : undefined;
  }

  async createApplication(session: string, redirectUri: string): Promise<DemoApplication> {
    const body = { name: 'Demo application', redirect_uris: [redirectUri] };
    const { json } = await this.call('POST', '/api/applications', [201], { session, body });
    return { clientId: String(json.client_id), clientSecret: String(json.client_secret), redirectUri };
  }

  /** Without an account (RFC 7591). */
  async registerApplication(redirectUri: string): Promise<DemoApplication> {
    const body = { client_name: 'Demo application', redirect_uris: [redirectUri] };
    const { json } = await this.call('POST', '/oauth2/register', [201], { body });
    return { clientId: String(json.client_id), clientSecret: String(json.client_secret), redirectUri };
  }

  /** Whether the account still has the application, switched on and with its redirect URI. */
  async hasApplication(session: string, { clientId, redirectUri }: DemoApplication): Promise<boolean> {
    const { status, json } = await this.call('GET', `/api/applications/${clientId}`, [200, 404], { session });
    const redirectUris: unknown = json.redirect_uris;
    return status === 200 && json.enabled === true && Array.isArray(redirectUris) && redirectUris.includes(redirectUri);
  }

  /** Sends a code that cannot exist: 400 means that only the code was wrong, 401 that the secret was. */
  async acceptsSecret({ clientId, clientSecret, redirectUri }: DemoApplication): Promise<boolean> {
    const query = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
    });
    const { status } = await this.call('GET', `/oauth2/access_token?${query.toString()}`, [400, 401]);
    return status === 400;
  }

  private async call(method: string, path: string, expected: number[], sent: { session?: string; body?: object } = {}) {
    const headers = new Headers({ Accept: 'application/json' });
    if (sent.session) headers.set('Authorization', `Bearer ${sent.session}`);
    if (sent.body) headers.set('Content-Type', 'application/json');
    const request = { method, headers, body: JSON.stringify(sent.body) ?? null };
    const response = await fetch(this.authUrl + path, request).catch(() => {
      throw new DemoError(`the auth server does not answer at ${this.authUrl}`);
    });
    const json = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (expected.includes(response.status)) return { status: response.status, json };
    throw new DemoError(
      `the auth server answered ${method} ${path.split('?')[0]} with ${response.status}${reason(json)}`,
    );
  }
}

function reason({ detail, error_description: description }: Record<string, unknown>): string {
  const text = detail ?? description;
  return typeof text === 'string' ? `: ${text}` : '';
}
