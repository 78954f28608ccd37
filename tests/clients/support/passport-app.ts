import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import session from 'express-session';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Passport } from 'passport';
import OAuth2Strategy from 'passport-oauth2';

/** What the strategy passes to the application. */
export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  parameters: Record<string, unknown>;
}

export interface PassportAnswer {
  status: number;
  location: string | null;
  body: SignedIn & { error?: string; code?: string };
}

type StrategyOptions = Pick<OAuth2Strategy.StrategyOptions, 'clientID' | 'clientSecret' | 'scope' | 'pkce'>;

/** An Express application with `passport-oauth2`, and one browser. */
export class PassportApp {
  private cookie = '';

  private constructor(
    private readonly http: Server,
    private readonly url: string,
    private readonly passport: InstanceType<typeof Passport>,
  ) {}

  static async start(): Promise<PassportApp> {
    const passport = new Passport();
    const app = express();
    app.use(session({ secret: 'a-secret', resave: false, saveUninitialized: false }));
    const authenticate = passport.authenticate('oauth2', { session: false }) as RequestHandler;
    app.get(['/login', '/callback'], authenticate, (request, response) => {
      response.json(request.user);
    });
    app.use((error: Error & { code?: string }, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).json({ error: error.message, code: error.code });
    });
    const http = app.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new PassportApp(http, `http://127.0.0.1:${(http.address() as AddressInfo).port}`, passport);
  }

  get callback(): string {
    return `${this.url}/callback`;
  }

  /** Configures the auth server; after registration with credentials. */
  configure({ url }: { url: string }, options: StrategyOptions): void {
    const endpoints = { authorizationURL: `${url}/oauth2/authorize`, tokenURL: `${url}/oauth2/token` };
    const verify = (
      accessToken: string,
      refreshToken: string,
      parameters: Record<string, unknown>,
      _profile: unknown,
      done: OAuth2Strategy.VerifyCallback,
    ) => done(null, { accessToken, refreshToken, parameters } satisfies SignedIn);
    const given = { ...endpoints, ...options, callbackURL: this.callback, state: true };
    this.passport.use(new OAuth2Strategy(given, verify));
  }

  /** Starts a sign-in. @returns the authorization request. */
  async login(): Promise<string> {
    this.cookie = '';
    const { status, location } = await this.browse(`${this.url}/login`);
    if (status !== 302 || location === null) throw new Error(`the application answers ${status} to /login`);
    return location;
  }

  async browse(url: URL | string): Promise<PassportAnswer> {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookie } });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const body = (isJson ? JSON.parse(text) : {}) as PassportAnswer['body'];
    return { status: answer.status, location: answer.headers.get('location'), body };
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }
}
