import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { claimsIn, type TestClaims } from './test-claims.ts';

/** What a person approved, and for which client. */
interface Approval {
  readonly clientId: string;
  readonly redirectUri: string;
  /** PKCE's, by S256 (RFC 7636 §4.2). */
  readonly challenge: string;
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly claims: TestClaims;
}

/** Signs the tokens of an answer. */
export interface TokenSigner {
  token(claims: TestClaims, header?: object): string;
}

/** How a test issuer gives tokens to applications: the code flow with PKCE and rotated refresh tokens, all used once. */
export class TestCodeFlow {
  private readonly codes = new Map<string, Approval>();
  private readonly refreshTokens = new Map<string, Approval>();

  constructor(
    private readonly issuer: string,
    private readonly signer: TokenSigner,
  ) {}

  /** RFC 8414 §2, and what OpenID Connect Discovery adds. */
  get metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/oauth2/authorize`,
      token_endpoint: `${this.issuer}/oauth2/token`,
      jwks_uri: `${this.issuer}/.well-known/jwks.json`,
      revocations_uri: `${this.issuer}/oauth2/revocations`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    };
  }

  /** Throws an Error that names all that is wrong with the authorization request. */
  approve(request: URL, claims: TestClaims): URL {
    const asked = Object.fromEntries(request.searchParams) as Record<string, string | undefined>;
    const { client_id: clientId = '', redirect_uri: redirectUri = '', code_challenge: challenge = '' } = asked;
    assertRight(request, asked, `${this.issuer}/oauth2/authorize`);
    const code = randomUUID();
    this.codes.set(code, { clientId, redirectUri, challenge, scope: asked.scope ?? '', nonce: asked.nonce, claims });
    const callback = new URL(redirectUri);
    const answer = { code, iss: this.issuer, ...(asked.state !== undefined && { state: asked.state }) };
    for (const [name, value] of Object.entries(answer)) callback.searchParams.append(name, value);
    return callback;
  }

  /** The token endpoint (RFC 6749 §5). Which client calls is compared, not proven. */
  async answerTokenRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const approval = this.redeem(form, clientOf(request, form));
    response.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-store');
    response.statusCode = approval === undefined ? 400 : 200;
    response.end(JSON.stringify(approval === undefined ? { error: 'invalid_grant' } : this.tokensFor(approval)));
  }

  private redeem(form: URLSearchParams, clientId: string | undefined): Approval | undefined {
    const isCode = form.get('grant_type') === 'authorization_code';
    const kept = isCode ? this.codes : this.refreshTokens;
    const value = form.get(isCode ? 'code' : 'refresh_token') ?? '';
    const approval = kept.get(value);
    kept.delete(value);
    if (approval?.clientId !== clientId) return undefined;
    if (!isCode) return approval;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isProven = approval?.challenge === challenge && approval.redirectUri === form.get('redirect_uri');
    return isProven ? approval : undefined;
  }

  private tokensFor(approval: Approval): object {
    const { claims, clientId, nonce, scope } = approval;
    const accessToken = this.signer.token({ client_id: clientId, scope, ...claims });
    const { iat, exp, sub, scope: granted } = claimsIn(accessToken) as TestClaims;
    const refreshToken = randomUUID();
    this.refreshTokens.set(refreshToken, approval);
    const identity = { sub, aud: clientId, ...(nonce !== undefined && { nonce }) };
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: Number(exp) - Number(iat),
      scope: granted,
      refresh_token: refreshToken,
      ...(scope.split(' ').includes('openid') && { id_token: this.signer.token(identity, { typ: 'JWT' }) }),
    };
  }
}

function assertRight(request: URL, asked: Record<string, string | undefined>, endpoint: string): void {
  const problems = [
    request.origin + request.pathname === endpoint ? undefined : `it goes to ${request.origin}${request.pathname}`,
    asked.response_type === 'code' ? undefined : 'response_type is not code',
    asked.client_id ? undefined : 'client_id is missing',
    URL.canParse(asked.redirect_uri ?? '') ? undefined : 'redirect_uri is not a URL',
    asked.code_challenge && asked.code_challenge_method === 'S256' ? undefined : 'it has no code_challenge with S256',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0)
    throw new Error(`This is not an authorization request for ${endpoint}: ${problems.join('; ')}`);
}

/** RFC 6749 §2.3.1: of HTTP Basic, else of the form. */
function clientOf({ headers }: IncomingMessage, form: URLSearchParams): string | undefined {
  const [, basic] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined) return form.get('client_id') ?? undefined;
  return decodeURIComponent(Buffer.from(basic, 'base64').toString().split(':')[0]!.replaceAll('+', ' '));
}
