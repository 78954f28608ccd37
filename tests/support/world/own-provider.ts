import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PageVisitor, VisitedPage } from '../browser/page-visitor';
import { call, unique } from './world';

/** What it was asked by a browser, and by the server. */
interface Asked {
  authorization: URLSearchParams;
  token: URLSearchParams;
  /** The `Authorization` header at the token endpoint. */
  header: string | undefined;
}

/** An OpenID provider on loopback that speaks the wire by hand, so that it can say what no product would. */
export class OwnProvider {
  /** Claims of the person beside `sub`; `undefined` leaves one out. */
  person: Record<string, unknown> = {};
  /** What its ID tokens say otherwise. */
  twisted: Record<string, unknown> = {};
  /** Claims that the userinfo endpoint tells. */
  userInfo: Record<string, unknown> = {};
  /** What its metadata says beside the usual. */
  metadata: Record<string, unknown> = {};
  /** What it answers to a browser instead of a code. */
  error: string | undefined;
  /** The key that signs, where it is not its own. */
  key: CryptoKey | undefined;
  /** Milliseconds by which its clock differs. */
  clockOff = 0;
  /** Milliseconds before each answer to the server. */
  delay = 0;
  /** Answers to the server with this in place of JSON. */
  nonsense: string | undefined;
  readonly asked: Partial<Asked> = {};
  private codes = new Map<string, URLSearchParams>();

  private constructor(
    private readonly server: Server,
    private readonly privateKey: CryptoKey,
    private readonly jwks: object,
  ) {}

  static async start(): Promise<OwnProvider> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }] };
    const server = createServer();
    const provider = new OwnProvider(server, privateKey, jwks);
    server.on('request', (request, response) => {
      provider.serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** As `SIGN_IN_PROVIDERS_FILE` has it. */
  entry = (more: object = {}) => ({
    ...{ id: 'own', name: 'Own Provider', issuer: this.issuer, client_id: 'consentry', client_secret: 'its secret' },
    ...more,
  });

  /** Seconds. */
  now = () => Math.floor((Date.now() + this.clockOff) / 1000);

  /** Goes on as it was at the start, with a person. */
  signIn(person: Record<string, unknown> = {}): string {
    const sub = unique();
    this.person = { sub, name: 'Grace Hopper', auth_time: this.now() - 2, ...person };
    Object.assign(this, { twisted: {}, userInfo: {}, metadata: {}, delay: 0 });
    Object.assign(this, { error: undefined, key: undefined, nonsense: undefined });
    return sub;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    if (pathname === '/authorize') return this.authorize(searchParams, response);
    await new Promise((resolve) => setTimeout(resolve, this.delay));
    const answer = this.nonsense ?? (await this.answer(pathname, request));
    const json = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' }).end(json);
  }

  private authorize(parameters: URLSearchParams, response: ServerResponse): void {
    this.asked.authorization = parameters;
    const code = unique();
    this.codes.set(code, parameters);
    const state = parameters.get('state')!;
    const { error } = this;
    const answer = new URLSearchParams(error === undefined ? { code, state } : { error, state });
    const target = parameters.get('redirect_uri')!;
    if (parameters.get('response_mode') !== 'form_post')
      return void response.writeHead(302, { location: `${target}?${answer.toString()}` }).end();
    const fields = [...answer].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<body><form method="post" action="${target}">${fields}</form>`);
  }

  private async answer(path: string, request: IncomingMessage): Promise<object | string | null> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return this.describe();
      case '/jwks':
        return this.jwks;
      case '/userinfo':
        return { sub: this.person['sub'], ...this.userInfo };
      case '/token':
        return this.redeem(new URLSearchParams(await text(request)), request.headers.authorization);
      default:
        return null;
    }
  }

  private describe = () => ({
    issuer: this.issuer,
    authorization_endpoint: `${this.issuer}/authorize`,
    token_endpoint: `${this.issuer}/token`,
    jwks_uri: `${this.issuer}/jwks`,
    userinfo_endpoint: `${this.issuer}/userinfo`,
    id_token_signing_alg_values_supported: ['ES256'],
    ...this.metadata,
  });

  private async redeem(token: URLSearchParams, header: string | undefined): Promise<object> {
    Object.assign(this.asked, { token, header });
    const authorization = this.codes.get(token.get('code') ?? '');
    const iat = this.now();
    const frame = { iss: this.issuer, aud: 'consentry', iat, exp: iat + 300, nonce: authorization?.get('nonce') };
    const claims = JSON.parse(JSON.stringify({ ...frame, ...this.person, ...this.twisted })) as JWTPayload;
    const signer = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'own' });
    const idToken = await signer.sign(this.key ?? this.privateKey);
    return { access_token: unique(), token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Follows a visitor from the page that leads to the provider until a page of ours waits for the person. */
export async function visitProvider(visitor: PageVisitor, from: string): Promise<VisitedPage> {
  const leading = await visitor.open(from);
  return leading.refresh === null ? leading : comeBack(visitor, await callbackOf(leading.refresh));
}

/** Where the provider sends the browser, at once. */
export async function callbackOf(url: string): Promise<string> {
  return (await call('GET', url)).headers.get('location')!;
}

/** Goes on by itself as far as our pages lead. */
export async function comeBack(visitor: PageVisitor, callback: string): Promise<VisitedPage> {
  const page = await visitor.open(callback.slice(visitor.origin.length));
  return page.refresh?.startsWith(visitor.origin) ? comeBack(visitor, page.refresh) : page;
}
