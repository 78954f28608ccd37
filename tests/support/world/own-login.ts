import {
  type CryptoKey,
  type JWTPayload,
  SignJWT,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from 'jose';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type PageVisitor, type VisitedPage } from '../browser/page-visitor';
import { type Answer, call, unique } from './world';

/** Who is signed in at the app. */
export interface OwnPerson {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  acr?: string;
  sid?: string;
  /** Epoch milliseconds. */
  signedInAt: number;
}

const BACKCHANNEL_LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';

export const EVENTS = {
  signedOut: BACKCHANNEL_LOGOUT,
  disabled: `${RISC}account-disabled`,
  enabled: `${RISC}account-enabled`,
};

/** Claims, of which `undefined` leaves one out. */
type Claims = Record<string, unknown>;

/** The app of a team with its own users and its own login, on loopback. It speaks the wire by hand. */
export class OwnLogin {
  /** `null`: the app shows its form. */
  person: OwnPerson | null = null;
  /** Milliseconds by which its clock differs. */
  clockOff = 0;
  /** `SIGN_IN_ISSUER`, where it is not `url`. */
  issuer: string | undefined;
  /** How it answers for its key set. */
  keys: 'served' | 'failing' | 'nonsense' | 'slow' = 'served';
  /** The claims of the requests that browsers brought. */
  readonly asked: JWTPayload[] = [];
  /** What it was asked to end. */
  readonly signedOut: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly privateKey: CryptoKey,
    private readonly jwks: object,
  ) {}

  static async start(): Promise<OwnLogin> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'app', alg: 'ES256', use: 'sig' }] };
    const server = createServer();
    const login = new OwnLogin(server, privateKey, jwks);
    server.on('request', (request, response) => {
      login.serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return login;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** `SIGN_IN_URL`. */
  get url(): string {
    return `${this.origin}/consentry`;
  }

  /** Signs a new person in at the app. */
  signIn(more: Partial<OwnPerson> = {}): OwnPerson {
    this.person = { sub: `u${unique()}`, name: 'Grace Hopper', signedInAt: this.now() - 2_000, ...more };
    return this.person;
  }

  now = () => Date.now() + this.clockOff;

  sign(payload: Claims, typ: string): Promise<string> {
    const iat = Math.floor(this.now() / 1000);
    const given = { iss: this.issuer ?? this.url, iat, ...payload };
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return new SignJWT(said).setProtectedHeader({ alg: 'ES256', kid: 'app', typ }).sign(this.privateKey);
  }

  /** The answer about its person to a request. */
  answerTo({ iss, jti }: JWTPayload, more: Claims = {}): Promise<string> {
    const { signedInAt = 0, ...person } = this.person ?? {};
    const iat = Math.floor(this.now() / 1000);
    const frame = { iat, exp: iat + 60, aud: iss, nonce: jti, auth_time: Math.floor(signedInAt / 1000) };
    return this.sign({ ...frame, ...person, ...more }, 'sign-in+jwt');
  }

  /** Tells the server who signed in, from server to server. */
  async answer(
    request: JWTPayload,
    more: Claims = {},
  ): Promise<Answer<{ redirect_to?: string; error?: string; error_description?: string }>> {
    return this.send(request.iss!, await this.answerTo(request, more));
  }

  send = (server: string, answer: string) =>
    call<{ redirect_to?: string; error?: string; error_description?: string }>(
      'POST',
      `${server}/oauth2/sign-in/answers`,
      {
        body: new URLSearchParams({ answer }),
      },
    );

  /** Tells of a person. */
  async tell(server: { url: string }, event: string, more: Claims) {
    const token = await this.sign({ aud: server.url, jti: unique(), events: { [event]: {} }, ...more }, 'secevent+jwt');
    return this.sendEvent(server, token);
  }

  sendEvent = (server: { url: string }, event: string) =>
    call('POST', `${server.url}/oauth2/sign-in/events`, { body: new URLSearchParams({ event }) });

  private async serve({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, this.origin);
    if (pathname === '/consentry/jwks.json') return this.serveKeys(response);
    const request = await this.read(searchParams.get('request') ?? '');
    if (pathname === '/consentry/sign-out') return this.endSession(request, response);
    this.asked.push(request);
    const { person } = this;
    const isMet = person !== null && (request.prompt !== 'login' || person.signedInAt > request.iat! * 1000);
    if (!isMet && request.prompt !== 'none') return void response.writeHead(200).end('the form of the app');
    const nobody = { error: 'login_required', sub: undefined, auth_time: undefined };
    const { body } = await this.answer(request, isMet ? {} : nobody);
    if (body.redirect_to === undefined) return void response.writeHead(502).end(body.error_description);
    response.writeHead(302, { location: body.redirect_to }).end();
  }

  private serveKeys(response: ServerResponse): void {
    if (this.keys === 'slow') return;
    response.writeHead(this.keys === 'failing' ? 500 : 200, { 'content-type': 'application/json' });
    response.end(this.keys === 'nonsense' ? '<html>' : JSON.stringify(this.jwks));
  }

  private endSession({ iss, sub }: JWTPayload, response: ServerResponse): void {
    if (this.person?.sub === sub) this.person = null;
    this.signedOut.push(sub!);
    response.writeHead(302, { location: `${iss}/sign-out` }).end();
  }

  /** Verifies a request of the server. */
  async read(request: string): Promise<JWTPayload> {
    const { iss } = JSON.parse(Buffer.from(request.split('.')[1] ?? '', 'base64url').toString()) as { iss: string };
    const keys = createRemoteJWKSet(new URL(`${iss}/.well-known/jwks.json`));
    return (
      await jwtVerify(request, keys, { issuer: iss, audience: this.issuer ?? this.url, currentDate: new Date(0) })
    ).payload;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Follows a visitor to the app and back, until a page waits for the person, here or at the app. */
export async function walk(visitor: PageVisitor, from: string | VisitedPage): Promise<VisitedPage> {
  let page = typeof from === 'string' ? await visitor.open(from) : from;
  for (let hops = 0; hops < 8; hops += 1) {
    const away = page.refresh ?? page.next;
    if (away === null) return page;
    const { origin, href, pathname } = new URL(away, visitor.origin);
    if (origin === visitor.origin) page = await visitor.open(href.slice(origin.length));
    else if (!pathname.startsWith('/consentry')) return { ...page, next: away };
    else {
      const answer = await call('GET', href);
      const back = answer.headers.get('location');
      if (back === null) return { ...page, status: answer.status, text: answer.text, refresh: null, next: href };
      page = await visitor.open(back.slice(visitor.origin.length));
    }
  }
  throw new Error(`goes round: ${page.text}`);
}
