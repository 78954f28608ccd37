import { cookieOf } from '@consentry/test-support/world/cookies';
import { decodeJwt } from 'jose';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
  authorizeUrl,
  call,
  query,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

/** Parameters of an authorization response. */
export type Response = Record<string, string>;

export interface IdTokens extends Tokens {
  id_token: string;
}

/** A relying party, and the browser of an account that signs in to it. */
export class RelyingParty {
  constructor(
    private readonly server: { url: string },
    readonly account: Account,
    readonly application: Application,
    private readonly mode: Parameters,
  ) {}

  private get browser(): Record<string, string> {
    return { accept: 'text/html', ...cookieOf(this.server, this.account) };
  }

  url(parameters: Parameters = {}): string {
    return authorizeUrl(this.server, this.application, {
      scope: 'openid',
      nonce: 'a-nonce',
      ...this.mode,
      ...parameters,
    });
  }

  /** Sends the browser to the authorization endpoint. */
  send(parameters: Parameters = {}): Promise<Answer> {
    return call('GET', this.url(parameters), { headers: this.browser });
  }

  /** The same, approved where the account is asked. @returns the response that reached the redirect URI. */
  async authorize(parameters: Parameters = {}): Promise<Response> {
    return this.approve(await this.send(parameters));
  }

  async approve(screen: Answer): Promise<Response> {
    if (screen.status !== 200) throw new Error(`consent: ${screen.status} ${screen.text}`);
    const body = { session_id: screen.body['sessionID'], is_rejected: false };
    return responseOf(await call('POST', `${this.server.url}/oauth2/authorize`, { headers: this.browser, body }));
  }

  async tokens(parameters: Parameters = {}): Promise<IdTokens> {
    const { code = '' } = await this.authorize(parameters);
    return (await this.redeem(code)).body as unknown as IdTokens;
  }

  /** By HTTP Basic. */
  redeem(code: string): Promise<Answer> {
    return this.post({ grant_type: 'authorization_code', code, redirect_uri: this.application.redirect_uris[0] });
  }

  refresh(token: string): Promise<Answer> {
    return this.post({ grant_type: 'refresh_token', refresh_token: token });
  }

  private post(parameters: Parameters): Promise<Answer> {
    const { client_id: id, client_secret: secret } = this.application;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return call('POST', `${this.server.url}/oauth2/token`, { headers, body: query(parameters) });
  }
}

export const idTokenOf = ({ id_token: text }: IdTokens) => decodeJwt(text);

/** From the redirect, or the form that its page posts. */
export function responseOf({ headers, text }: Answer): Response {
  const location = headers.get('location');
  if (location !== null) return Object.fromEntries(new URL(location).searchParams);
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name, value]) => [name!, value!]));
}
