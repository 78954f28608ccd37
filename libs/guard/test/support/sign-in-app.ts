import { generateKeyPairSync } from 'node:crypto';

import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';

import { GuardModule, JwtBearerGuard } from '../../src/index.ts';
import { BRIDGE_CLOCK } from '../../src/sign-in/bridge.tokens.ts';
import {
  type LoginWish,
  SignInBridge,
  SignInBridgeModule,
  type SignInBridgeOptions,
  type SignedInPerson,
} from '../../src/sign-in/index.ts';

export const URL_OF_BRIDGE = 'http://localhost:4000/consentry';
export const newKey = () =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));
export const KEY = newKey();
export const START = 1_800_000_000_000;

export type Adapter = ExpressAdapter | FastifyAdapter;
export const ADAPTERS: [string, () => Adapter][] = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
];

/** What a browser was answered. */
export interface Seen {
  status: number;
  headers: Headers;
  html: string;
  /** Where the page leads by itself. */
  to: string | undefined;
}

@Controller()
class NotesController {
  @Get('notes')
  list() {
    return 'notes';
  }
}

export interface Setting {
  options?: Partial<SignInBridgeOptions>;
  prepare?: (app: INestApplication) => void;
  logger?: LoggerService;
}

/** What a response of Express and a reply of Fastify have both. */
interface HeaderSetter {
  header(name: string, value: string): unknown;
}

/** A team's app, guarded as a whole, with its own sessions: a cookie that is the id of one. */
export class SignInApp {
  now = START;
  /** By the cookie. */
  readonly sessions = new Map<string, SignedInPerson>();
  readonly wishes: LoginWish[] = [];
  /** Milliseconds waited before further attempts. */
  readonly pauses: number[] = [];
  private app: INestApplication;
  private origin: string;

  static async start(issuer: string, adapter: Adapter, { options, prepare, logger }: Setting = {}): Promise<SignInApp> {
    const started = new SignInApp();
    const bridge = { ...started.optionsFor(issuer), ...options };
    const module = await Test.createTestingModule({
      imports: [
        GuardModule.forRoot({ issuer, audience: 'http://localhost:4000', revocations: false }),
        SignInBridgeModule.forRootAsync({ useFactory: () => Promise.resolve(bridge) }),
      ],
      controllers: [NotesController],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    })
      .overrideProvider(BRIDGE_CLOCK)
      .useValue({
        now: () => started.now,
        after: (pause: number, task: () => void) => (started.pauses.push(pause), setImmediate(task)),
      })
      .compile();
    started.app = module.createNestApplication(adapter as ExpressAdapter, { logger: logger ?? false });
    prepare?.(started.app);
    await started.app.listen(0, '127.0.0.1');
    started.origin = (await started.app.getUrl()).replace('[::1]', '127.0.0.1');
    return started;
  }

  get bridge(): SignInBridge {
    return this.app.get(SignInBridge);
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  /** As before any test. */
  reset(): void {
    this.now = START;
    this.sessions.clear();
    this.wishes.length = 0;
    this.pauses.length = 0;
  }

  /** Signs a person in; returns the cookie. */
  signIn(id = 'ada', more: Partial<SignedInPerson> = {}): string {
    this.sessions.set('s1', { id, signedInAt: this.now, session: 's1', ...more });
    return 's1';
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.origin), { redirect: 'manual', ...init });
  }

  async open(path: string, cookie?: string, init: RequestInit = {}): Promise<Seen> {
    const headers = { ...(cookie !== undefined && { cookie: `session=${cookie}` }), ...(init.headers as object) };
    const { status, headers: sent, text } = await this.read(path, { ...init, headers });
    const [, refresh] = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(text) ?? [];
    return { status, headers: sent, html: text, to: refresh?.replaceAll('&amp;', '&') };
  }

  /** As a browser does that comes from another site with a strict cookie: it is sent from the second page on. */
  async arrive(request: string, cookie?: string): Promise<Seen> {
    const first = await this.open(`/consentry?request=${request}`);
    return this.open(first.to ?? 'no page leads on', cookie);
  }

  /** The value of a login page's own parameter. */
  returnTo({ to }: Seen): string {
    return new URL(to ?? '').searchParams.get('return_to') ?? '';
  }

  private async read(path: string, init: RequestInit) {
    const answer = await this.fetch(path, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  private optionsFor(issuer: string): SignInBridgeOptions {
    const cookieOf = ({ headers }: { headers: { cookie?: string } }) => /session=(\w+)/.exec(headers.cookie ?? '')?.[1];
    return {
      issuer,
      url: URL_OF_BRIDGE,
      key: KEY,
      user: async (request: { headers: { cookie?: string } }) => this.sessions.get(cookieOf(request) ?? ''),
      login: (wish) => {
        this.wishes.push(wish);
        return `/login?return_to=${encodeURIComponent(wish.returnTo)}`;
      },
      signOut: (request: { headers: { cookie?: string } }, response: HeaderSetter) => {
        this.sessions.delete(cookieOf(request) ?? '');
        // Returned, as by an arrow without braces: a reply of Fastify waits until it is sent.
        return response.header('set-cookie', 'session=; Max-Age=0');
      },
    };
  }
}
