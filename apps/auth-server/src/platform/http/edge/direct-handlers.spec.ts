import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Headers,
  HttpException,
  type INestApplication,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type ModuleMetadata,
  Query,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { Express } from 'express';
import pino from 'pino';
import { serveHere } from '../../../../test/every-statement';
import { freshDir } from '@consentry/test-support/server/server';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  obtainTokens,
  query,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';
import { systemClock } from '../../config/clock';
import { FaultLog } from '../answers/fault-log';
import { ErrorFilter } from '../answers/error.filter';
import { Reply } from '../answers/reply';
import { enhancersOf } from './direct-handlers';
import type { Edge } from './edge';
import { CallerAddress, requestOf } from './edge-request';
import { handlersOf } from './handlers';
import { Direct } from './route-facts';

const ROUTES = [
  'GET /oauth2/access_token',
  'GET /oauth2/authorize',
  'POST /oauth2/access_token',
  'POST /oauth2/authorize',
  'POST /oauth2/token',
];

/** Refuses the third call of each kind, like a rate limiter. */
class RateLimitGuard implements CanActivate {
  private readonly calls = new Map<string, number>();

  canActivate(context: ExecutionContext): boolean {
    const { method, edge } = requestOf(context);
    const count = (this.calls.get(method + edge.path) ?? 0) + 1;
    this.calls.set(method + edge.path, count);
    if (count > 2) throw new HttpException('too many calls', 429);
    return true;
  }
}

@Module({ providers: [{ provide: APP_GUARD, useClass: RateLimitGuard }] })
class RateLimitModule {}

/** Records the requests that reach Express. */
function listExpressRequests(edge: Edge): string[] {
  const seen: string[] = [];
  const enter = edge.enter.bind(edge);
  edge.enter = (request, response, express) =>
    enter(request, response, () => {
      seen.push(`${request.method} ${request.edge.path}`);
      express();
    });
  return seen;
}

/** Answers without what may differ between calls. */
const comparable = ({ status, headers, text }: Answer<unknown>) => {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  const known = (said: string) => said.replace(/[\w-]{22,}(\.[\w-]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'random');
  return { status, headers: kept.map(([name, value]) => [name, known(value)]), text: known(text) };
};

describe('@Direct() handlers', () => {
  let server: Awaited<ReturnType<typeof serveHere>>;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    server = await serveHere({ DATA_DIR: freshDir(), RATE_LIMITS: 'off' });
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => server.app.close());

  it('are called directly', () => expect(server.edge.goesDirect).toBe(true));

  const token = (form: Record<string, string>, headers = {}) =>
    call('POST', `${server.url}/oauth2/token`, { headers, body: new URLSearchParams(form) });
  const client = () => ({ client_id: application.client_id, client_secret: application.client_secret });
  const refreshing = async () => ({
    ...client(),
    grant_type: 'refresh_token',
    refresh_token: (await obtainTokens(server, account, application)).refresh_token,
  });
  const show = (override: Record<string, string | undefined> = {}, headers: Record<string, string> = account.session) =>
    call('GET', authorizeUrl(server, application, override), { headers });
  const decide = async (more: Record<string, string>, headers = {}) => {
    const { sessionID } = await requestConsent(server, account, application);
    const body = new URLSearchParams({ sessionID, ...more });
    return call('POST', `${server.url}/oauth2/authorize`, { headers: { ...account.session, ...headers }, body });
  };
  const getToken = (parameters: Record<string, string>, headers = {}) =>
    call('GET', `${server.url}/oauth2/access_token?${query(parameters)}`, { headers });

  const REQUESTS: Record<string, () => Promise<Answer<unknown>>> = {
    'a refresh': async () => token(await refreshing()),
    'a refresh by GET': async () => getToken(await refreshing()),
    'a grant type that there is not': () => token({ ...client(), grant_type: 'password' }),
    'a wrong secret': () =>
      token({ ...client(), client_secret: 'wrong', grant_type: 'refresh_token', refresh_token: 'x' }),
    'a wrong secret by Basic': () =>
      token({ grant_type: 'refresh_token', refresh_token: 'x' }, { authorization: `Basic ${btoa('a:b')}` }),
    'a proof of a key that is none': async () => token(await refreshing(), { dpop: 'none' }),
    'a call without a body': () => call('POST', `${server.url}/oauth2/token`),
    'a body of another type': () => call('POST', `${server.url}/oauth2/token`, { body: {} }),
    'a body that is too large': () => token({ grant_type: 'x'.repeat(110_000) }),
    'a secret in the query': () => call('POST', `${server.url}/oauth2/token?code=x`),
    'a browser that looks ahead': () => getToken({ grant_type: 'refresh_token' }, { 'sec-purpose': 'prefetch' }),
    'a method that is not taken': () => call('PUT', `${server.url}/oauth2/token`),
    'a path that there is not': () => call('POST', `${server.url}/oauth2/token/`),
    'a consent screen': () => show(),
    'a consent screen for nobody': () => show({}, {}),
    'a consent screen for a wrong address': () => show({ redirect_uri: `${CALLBACK}/else` }),
    'a request that asks nobody': () => show({ prompt: 'none' }),
    'an approval': () => decide({}),
    'a rejection': () => decide({ is_rejected: 'true' }),
    'an approval that is shown': () => decide({}, { prefer: 'return=representation' }),
    'a decision from another site': () => decide({}, { origin: 'https://elsewhere.example.com' }),
    'a decision on nothing': () => decide({ sessionID: 'none' }),
  };

  it.each(Object.entries(REQUESTS))('answer as through Nest: %s', async (_, send) => {
    const { edge } = server;
    const directly = comparable(await send());
    edge.goesDirect = false;
    const throughNest = comparable(await send().finally(() => (edge.goesDirect = true)));
    expect(directly).toEqual(throughNest);
  });

  it('are those of the token and authorization endpoints, and their requests never come to Express', async () => {
    const { app, edge, url } = server;
    const direct = handlersOf(app).filter((handler) => handler.direct !== undefined);
    expect(direct.flatMap(({ routes }) => routes).sort()).toEqual(ROUTES);
    const seen = listExpressRequests(edge);
    const callAll = async () => {
      for (const route of ROUTES) await call(...(route.replace(' ', ` ${url}`).split(' ') as [string, string]));
    };
    await callAll();
    expect(seen).toEqual([]);
    edge.goesDirect = false;
    await callAll().finally(() => (edge.goesDirect = true));
    expect(seen).toEqual(ROUTES);
  });
});

describe('a global guard', () => {
  const lines: string[] = [];
  let server: Awaited<ReturnType<typeof serveHere>>;

  beforeAll(async () => {
    const logger = pino({}, { write: (line) => lines.push(line) });
    server = await serveHere({ DATA_DIR: freshDir(), RATE_LIMITS: 'off' }, [RateLimitModule], logger);
  });
  afterAll(() => server.app.close());

  it.each(ROUTES)('holds on %s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const statuses = [];
    for (let times = 0; times < 3; times += 1) statuses.push((await call(method, server.url + path)).status);
    expect(statuses).not.toContain(200);
    expect(statuses.indexOf(429)).toBe(2);
  });

  it('is named once in the log', () => {
    const off = lines.filter((line) => line.includes('enhancers'));
    expect(off.map((line) => JSON.parse(line) as object)).toMatchObject([{ enhancers: ['global guards'] }]);
  });
});

/** A guard, interceptor, pipe and filter that does nothing. */
@Injectable()
class Idle {
  canActivate = () => true;
  intercept = (_: unknown, next: { handle(): never }) => next.handle();
  transform = (value: unknown) => value;
  catch() {}
}

@Injectable({ scope: Scope.REQUEST })
class IdleForEach extends Idle {}

const pass = (_request: unknown, _response: unknown, next: () => void) => next();

describe('enhancersOf', () => {
  let app: INestApplication;
  afterEach(() => app.close());

  const newController = (ofMethod: MethodDecorator = () => {}, ofClass: ClassDecorator = () => {}) => {
    @Controller()
    @ofClass
    class PlainController {
      @Get('plain')
      @Direct()
      @ofMethod
      async plain(@CallerAddress() _: string) {
        return new Reply(200, {});
      }
    }
    return PlainController;
  };

  const find = async (metadata: ModuleMetadata, prepare = (_: INestApplication) => {}) => {
    @Module({
      controllers: [newController()],
      ...metadata,
      providers: [
        { provide: FaultLog, useValue: new FaultLog(systemClock, pino({ enabled: false })) },
        { provide: APP_FILTER, useClass: ErrorFilter },
        ...(metadata.providers ?? []),
      ],
    })
    class AppModule {}
    app = await NestFactory.create(AppModule, { logger: false, bodyParser: false });
    prepare(app);
    await app.init();
    return enhancersOf(app, app.getHttpAdapter().getInstance() as Express, handlersOf(app));
  };

  it('finds nothing around a plain handler: our own filter writes the same answers', async () => {
    expect(await find({})).toEqual([]);
  });

  it.each([
    ['guards', APP_GUARD],
    ['interceptors', APP_INTERCEPTOR],
    ['pipes', APP_PIPE],
    ['filters', APP_FILTER],
  ])('finds global %s of a module', async (kind, provide) => {
    for (const useClass of [Idle, IdleForEach]) {
      expect((await find({ providers: [{ provide, useClass }] }))[0]).toBe(`global ${kind}`);
      await app.close();
    }
  });

  it.each<[string, (app: INestApplication) => unknown]>([
    ['global guards', (app) => app.useGlobalGuards(new Idle())],
    ['global interceptors', (app) => app.useGlobalInterceptors(new Idle())],
    ['global pipes', (app) => app.useGlobalPipes(new Idle())],
    ['global filters', (app) => app.useGlobalFilters(new Idle())],
    ['middleware', (app) => app.use(pass)],
  ])('finds %s of the application', async (kind, prepare) => {
    expect(await find({}, (app) => void prepare(app))).toEqual([kind]);
  });

  it('finds middleware of a module', async () => {
    @Module({})
    class MiddlewareModule {
      configure(consumer: MiddlewareConsumer) {
        consumer.apply(pass).forRoutes('plain');
      }
    }
    expect(await find({ imports: [MiddlewareModule] })).toEqual(['middleware']);
  });

  it.each<[string, ClassDecorator & MethodDecorator]>([
    ['guards', UseGuards(Idle)],
    ['interceptors', UseInterceptors(Idle)],
    ['pipes', UsePipes(Idle)],
    ['filters', UseFilters(Idle)],
  ])('finds %s of a handler, and of its class', async (kind, decorator) => {
    for (const controller of [newController(decorator), newController(undefined, decorator)]) {
      expect(await find({ controllers: [controller] })).toEqual([`${kind} of PlainController.plain`]);
      await app.close();
    }
  });

  it('finds headers of a handler', async () => {
    const controllers = [newController(Header('x-a', 'b'))];
    expect(await find({ controllers })).toEqual(['headers of PlainController.plain']);
  });

  it('finds what is read by other means than the request alone, and a controller made for each request', async () => {
    @Controller({ path: 'other', scope: Scope.REQUEST })
    class OtherController {
      @Get()
      @Direct()
      async other(@Headers('accept') _: string, @Query('q', new Idle()) _q: string) {
        return new Reply(200, {});
      }
    }
    expect(await find({ controllers: [OtherController] })).toEqual(
      ['pipes of a parameter', 'parameters that are not read by FromRequest', 'a scope of its own'].map(
        (what) => `${what} of OtherController.other`,
      ),
    );
  });
});
