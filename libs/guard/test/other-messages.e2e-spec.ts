import { type INestApplication, Inject, Injectable, type LoggerService, UseGuards } from '@nestjs/common';
import { APP_GUARD, ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';

import {
  AccessToken,
  GuardModule,
  type GuardOptions,
  JwtBearerGuard,
  OptionalAccessToken,
  Public,
  type RefusedCall,
  RequireScopes,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

/** What a message brings beside its text. */
interface Raw {
  readonly headers: Record<string, string | undefined>;
}

@Injectable()
class Orders {
  placed(@AccessToken() token: VerifiedAccessToken) {
    return token.subject;
  }

  @RequireScopes('orders:write')
  cancelled() {
    return 'cancelled';
  }

  @OptionalAccessToken()
  asked(@AccessToken('subject') subject: string | undefined) {
    return subject ?? 'a guest';
  }

  @Public()
  announced() {
    return 'announced';
  }
}

type Handler = (...args: unknown[]) => Promise<unknown>;

/**
 * Makes handlers as @golevelup/nestjs-rabbitmq 9 (`rmq`), nestjs-telegraf 2 (`telegraf`), necord 6 (`necord`), and
 * libraries that say no kind do: by Nest's ExternalContextCreator, when the application starts.
 */
@Injectable()
class Listeners {
  readonly handlers = new Map<string, Handler>();

  constructor(
    @Inject(ExternalContextCreator) private readonly creator: ExternalContextCreator,
    @Inject('kind') private readonly kind: string | undefined,
    @Inject('orders') private readonly orders: Orders,
  ) {}

  onApplicationBootstrap() {
    const create = this.creator.create.bind(this.creator) as unknown as (...given: unknown[]) => Handler;
    const rest = [{ exchangeKeyForValue: () => undefined }, undefined, undefined, undefined, this.kind];
    for (const name of ['placed', 'cancelled', 'asked', 'announced'] as const)
      this.handlers.set(name, create(this.orders, Reflect.get(this.orders, name), name, '__routeArguments__', ...rest));
  }
}

const warned: unknown[] = [];
const quiet = () => undefined;
const logger: LoggerService = { log: quiet, error: quiet, debug: quiet, warn: (line) => void warned.push(line) };

let issuer: TestIssuer;
let app: INestApplication;
beforeAll(async () => (issuer = await TestIssuer.start()));
beforeEach(() => (warned.length = 0));
afterEach(() => app.close());
afterAll(() => issuer.stop());

async function start(kind: string | undefined, options: Partial<GuardOptions> = {}, guards = [APP_GUARD]) {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot({ ...issuer.options, ...options })],
    providers: [
      ...guards.map((provide) => ({ provide, useClass: JwtBearerGuard })),
      ...[Listeners, Orders, { provide: 'orders', useExisting: Orders }, { provide: 'kind', useValue: kind }],
    ],
  }).compile();
  app = module.createNestApplication({ logger });
  await app.init();
}

const send = (name: string, token?: string) => {
  const raw: Raw = { headers: { token } };
  return app.get(Listeners).handlers.get(name)!('a text', raw);
};
const messageTokens = {
  rmq: (context: { getArgByIndex(index: number): Raw }) => context.getArgByIndex(1).headers.token,
};

describe('messages of other libraries, where the service names the place of the token', () => {
  const refused: RefusedCall[] = [];
  beforeEach(() => start('rmq', { messageTokens, onRefused: (one) => refused.push(one) }));

  it('are judged by it, and their handlers get it', async () => {
    expect(await send('placed', issuer.token({ sub: 'ada' }))).toBe('ada');
    expect(await send('cancelled', issuer.token({ scope: 'orders:write' }))).toBe('cancelled');
    expect(await send('announced')).toBe('announced');
    expect(warned).toEqual([]);
  });

  it.each([
    ['no token', () => undefined, 'missing_token'],
    ['a bad token', () => 'bad', 'invalid_token'],
    ['a token without the scope', () => issuer.token(), 'insufficient_scope'],
  ])('are refused with %s', async (_, token, code) => {
    await expect(send('cancelled', token())).rejects.toMatchObject({ code });
    expect(refused.at(-1)).toMatchObject({ code, transport: 'rmq', route: 'Orders.cancelled' });
  });
});

it.each<[string, () => unknown]>([
  ['Promise', () => Promise.reject(new Error('no token'))],
  ['Buffer', () => Buffer.from('bad')],
])('a source that gives a %s is named in the error, where tokens are optional too', async (what, source) => {
  await start('rmq', { messageTokens: { rmq: source as () => string } });
  await expect(send('asked')).rejects.toThrow(`messageTokens gave a ${what}: it must return the token as a string`);
});

it.each([7, ['bad'], { token: 'bad' }, '', false])('a source that gives %j: the message is malformed', async (sent) => {
  await start('rmq', { messageTokens: { rmq: () => sent as string } });
  await expect(send('asked')).rejects.toMatchObject({ code: 'invalid_request' });
});

describe('messages of other libraries, where nothing says where the token is', () => {
  it.each(['rmq', 'telegraf', 'necord'])('%s: each handler but @Public() ones is named at the start', async (kind) => {
    await start(kind);
    const ways = `@Public() lets them through without a token, and the option messageTokens: { ${kind}: (context) => … } says where it is.`;
    expect(warned).toEqual(
      ['placed', 'cancelled', 'asked'].map(
        (name) =>
          `Refuses every message of Orders.${name}: the guard does not know where "${kind}" messages have their token. ${ways}`,
      ),
    );
    expect(await send('announced')).toBe('announced');
    await expect(send('placed', issuer.token())).rejects.toThrow(`JwtBearerGuard cannot find the token of "${kind}"`);
  });

  it('those of a library that does not say their kind are named too, and refused in one way', async () => {
    await start(undefined);
    expect(warned).toEqual([
      expect.stringMatching(
        /^Refuses every message of Orders\.placed: its library does not say what kind it is\. @Public\(\)/,
      ),
      expect.stringMatching(/^Refuses every message of Orders\.cancelled: /),
      expect.stringMatching(/^Refuses every message of Orders\.asked: /),
    ]);
    expect(await send('announced')).toBe('announced');
    await expect(send('placed', issuer.token())).rejects.toMatchObject({ code: 'missing_token' });
  });

  it('those that look like a request are refused, whatever they say in headers or user', async () => {
    await start(undefined);
    const message = { headers: { authorization: `Bearer ${issuer.token()}` }, user: { subject: 'admin', scopes: [] } };
    const { handlers } = app.get(Listeners);
    await expect(handlers.get('placed')!(message)).rejects.toMatchObject({ code: 'missing_token' });
    for (const sent of [message, 'a text']) expect(await handlers.get('asked')!(sent, {})).toBe('a guest');
  });

  it('those that no guard checked have no token: their user is what the sender wrote', async () => {
    await start(undefined, {}, []);
    const message = { user: { subject: 'admin', scopes: ['x'] } };
    for (const name of ['placed', 'asked'])
      await expect(app.get(Listeners).handlers.get(name)!(message)).rejects.toThrow('JwtBearerGuard did not check');
  });

  it('nothing is said where no guard of ours stands, or where it stands on a class alone', async () => {
    await start('rmq', {}, []);
    expect(warned).toEqual([]);
    await app.close();
    UseGuards(JwtBearerGuard)(Orders);
    await start('rmq', {}, []);
    Reflect.deleteMetadata('__guards__', Orders);
    expect(warned).toHaveLength(3);
  });
});
