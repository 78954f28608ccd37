import { ClientKey, JWT_BEARER } from './keyed-client';
import { DpopKey } from './dpop-key';
import type { TestServer } from '../server/server';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  type Tokens,
  call,
  decide,
  pkce,
  query,
  register,
  unique,
} from './world';

type Parameters = Record<string, string | undefined>;
type Claims = Record<string, unknown>;

type TokenAnswer = Answer<Tokens & { id_token?: string; error?: string; error_description?: string }>;

/** What a call sends beside its parameters; `null` leaves it out. */
interface Proofs {
  assertion?: string | null;
  dpop?: string | null;
}

/** An application that keeps the FAPI 2.0 Security Profile, unless a test has it break a rule. */
export class FapiClient {
  readonly proof = pkce();

  private constructor(
    readonly server: TestServer,
    readonly account: Account,
    readonly application: Application,
    readonly key: ClientKey,
    readonly dpop: DpopKey,
  ) {}

  static async register(server: TestServer, account: Account, fields: Record<string, unknown> = {}, alg = 'ES256') {
    const key = await ClientKey.make(alg);
    const application = await register(server, account, { jwks: { keys: [key.jwk] }, ...fields });
    return new FapiClient(server, account, application, key, await DpopKey.make());
  }

  /** The same client, with another key. */
  by = ({ key }: { key: ClientKey }) => new FapiClient(this.server, this.account, this.application, key, this.dpop);

  get id(): string {
    return this.application.client_id;
  }

  assertion(override: Claims = {}, header: Claims = {}): Promise<string> {
    const [now, jti] = [Math.floor(Date.now() / 1000), unique()];
    const claims = { iss: this.id, sub: this.id, aud: this.server.url, jti, iat: now, exp: now + 60, ...override };
    return this.key.sign(claims, header);
  }

  /** POST to an endpoint, with the client's authentication. */
  async post<Body>(path: string, parameters: Parameters, { assertion, dpop = null }: Proofs = {}) {
    const shown = assertion === undefined ? await this.assertion() : assertion;
    const own = shown === null ? {} : { client_assertion_type: JWT_BEARER, client_assertion: shown };
    return call<Body>('POST', this.server.url + path, {
      headers: dpop === null ? {} : { dpop },
      body: new URLSearchParams(query({ client_id: this.id, ...own, ...parameters })),
    });
  }

  push(override: Parameters = {}, proofs: Proofs = {}) {
    const request = {
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid notes:read',
      state: 'a-state',
      code_challenge: this.proof.challenge,
      code_challenge_method: 'S256',
    };
    const parameters = { ...request, ...override };
    return this.post<{ request_uri: string; expires_in: number; error?: string }>('/oauth2/par', parameters, proofs);
  }

  /** The consent screen. @param beside further parameters of the address. */
  visit = (requestUri: string, beside: Parameters = {}) => {
    const address = query({ client_id: this.id, request_uri: requestUri, ...beside });
    return call<{ sessionID: string; error?: string }>('GET', `${this.server.url}/oauth2/authorize?${address}`, {
      headers: this.account.session,
    });
  };

  /** From a pushed request to the answer at the redirect URI. */
  async authorize(override: Parameters = {}, { beside = {}, isRejected = false, ...proofs }: AuthorizeOptions = {}) {
    const { body, text } = await this.push(override, proofs);
    if (body.request_uri === undefined) throw new Error(text);
    const screen = await this.visit(body.request_uri, beside);
    if (screen.body.sessionID === undefined) throw new Error(screen.text);
    const { status, headers } = await decide(this.server, this.account, screen.body.sessionID, {
      is_rejected: isRejected,
    });
    const arrived = new URL(headers.get('location') ?? 'none:');
    return { status, arrived, code: arrived.searchParams.get('code') ?? '' };
  }

  /** A proof for the token endpoint. */
  prove = (claims: Claims = {}, key = this.dpop) => key.proof('POST', `${this.server.url}/oauth2/token`, claims);

  async exchange(code: string, override: Parameters = {}, proofs: Proofs = {}): Promise<TokenAnswer> {
    const parameters = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...override };
    const { dpop = await this.prove(), ...rest } = proofs;
    return this.post('/oauth2/token', { code_verifier: this.proof.verifier, ...parameters }, { dpop, ...rest });
  }

  async refresh(token: string, proofs: Proofs = {}): Promise<TokenAnswer> {
    const { dpop = await this.prove(), ...rest } = proofs;
    return this.post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }, { dpop, ...rest });
  }

  async tokens(override: Parameters = {}): Promise<TokenAnswer['body']> {
    const { status, body, text } = await this.exchange((await this.authorize(override)).code);
    if (status !== 200) throw new Error(text);
    return body;
  }

  /** Userinfo stands for a resource: it verifies bound tokens as any service has to. */
  async userinfo(token: string, { scheme = 'DPoP', ...claims }: Claims & { scheme?: string } = {}, key = this.dpop) {
    const url = `${this.server.url}/oauth2/userinfo`;
    const ath = await hashOf(token);
    const { dpop } = await key.header('GET', url, { ath, ...claims });
    return call<{ error?: string }>('GET', url, { headers: { authorization: `${scheme} ${token}`, dpop } });
  }
}

interface AuthorizeOptions extends Proofs {
  beside?: Parameters;
  isRejected?: boolean;
}

const hashOf = async (token: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString('base64url');
