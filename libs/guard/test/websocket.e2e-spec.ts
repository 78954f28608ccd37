import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  type INestApplication,
  type Type,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { io, type Socket } from 'socket.io-client';

import {
  AccessToken,
  accessTokenOf,
  GuardModule,
  isBearerError,
  JwtBearerGuard,
  OptionalAccessToken,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';
import { proofKey, prove } from './support/proofs.ts';
import { RefusedHandshake, type SocketClient, type SocketKind, socketIo, ws } from './support/socket-clients.ts';

const connected: unknown[] = [];

@WebSocketGateway()
@UseGuards(JwtBearerGuard)
class ChatGateway {
  @WebSocketServer() server: { emit(event: string, data: unknown): void };

  handleConnection(client: object) {
    connected.push(accessTokenOf(client)?.subject);
  }

  @SubscribeMessage('whoami')
  whoami(@AccessToken() token: VerifiedAccessToken) {
    return { event: 'you', data: token.subject };
  }

  @SubscribeMessage('say')
  @RequireScopes('chat:write')
  say(@MessageBody() text: string) {
    return { event: 'said', data: text };
  }
}

@WebSocketGateway()
@UseGuards(JwtBearerGuard)
@Public()
class NewsGateway {
  @SubscribeMessage('headlines')
  headlines() {
    return { event: 'news', data: 'none' };
  }

  @SubscribeMessage('publish')
  @RequireScopes('news:write')
  publish(@AccessToken() token: VerifiedAccessToken) {
    return { event: 'published', data: token.subject };
  }
}

@WebSocketGateway()
@UseGuards(JwtBearerGuard)
@OptionalAccessToken()
class GuestGateway {
  handleConnection(client: object) {
    connected.push(accessTokenOf(client)?.subject);
  }

  @SubscribeMessage('whoami')
  whoami(@AccessToken('subject') subject: string | undefined) {
    return { event: 'you', data: subject ?? 'a guest' };
  }
}

let issuer: TestIssuer;
const apps: INestApplication[] = [];
const clients: SocketClient[] = [];

beforeEach(async () => {
  issuer = await TestIssuer.start();
});
afterEach(async () => {
  clients.splice(0).forEach((client) => client.close());
  for (const app of apps.splice(0)) await app.close();
  await issuer.stop();
  connected.length = 0;
});

async function start(kind: SocketKind, ...gateways: Type[]): Promise<number> {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(issuer.options)],
    providers: gateways,
  }).compile();
  const app = module.createNestApplication({ logger: false });
  app.useWebSocketAdapter(kind.adapter(app));
  await app.listen(0, '127.0.0.1');
  apps.push(app);
  return ((app.getHttpServer() as Server).address() as AddressInfo).port;
}

async function open(kind: SocketKind, port: number, offer?: Parameters<SocketKind['open']>[1]): Promise<SocketClient> {
  const client = await kind.open(port, offer);
  clients.push(client);
  return client;
}

describe.each([ws, socketIo])('a guarded gateway on $name', (kind) => {
  it('lets a client in by the token of its handshake, and gives it to handlers', async () => {
    const port = await start(kind, ChatGateway);
    const client = await open(kind, port, { token: issuer.token({ sub: 'ada', scope: 'chat:write' }) });
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
    client.send('say', 'hello');
    expect(await client.next('said')).toBe('hello');
    expect(connected).toEqual(['ada']);
  });

  it('takes the token of an Authorization header too', async () => {
    const port = await start(kind, ChatGateway);
    const client = await open(kind, port, { headers: { authorization: `Bearer ${issuer.token({ sub: 'ben' })}` } });
    client.send('whoami');
    expect(await client.next('you')).toBe('ben');
  });

  it('with @OptionalAccessToken() lets guests in, but no bad token', async () => {
    const port = await start(kind, GuestGateway);
    for (const [offer, name] of [[{}, 'a guest'] as const, [{ token: issuer.token({ sub: 'ada' }) }, 'ada'] as const]) {
      const client = await open(kind, port, offer);
      client.send('whoami');
      expect(await client.next('you')).toBe(name);
    }
    expect(connected).toEqual([undefined, 'ada']);
    await expect(open(kind, port, { token: issuer.token({ exp: '-1s' }) })).rejects.toThrow(RefusedHandshake);
    const noText = ['bad'] as unknown as string;
    await expect(open(kind, port, { token: noText })).rejects.toThrow(RefusedHandshake);
  });

  it('answers a message whose scope is missing, and goes on', async () => {
    const port = await start(kind, ChatGateway);
    const client = await open(kind, port, { token: issuer.token({ sub: 'ada' }) });
    client.send('say', 'hello');
    expect(await client.next('exception')).toEqual({
      status: 'error',
      code: 'FORBIDDEN',
      message: 'The access token lacks a scope that this call needs',
      challenge: expect.stringContaining('scope="chat:write"') as string,
    });
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
  });

  it.each([
    ['no token', () => ({})],
    ['a bad token', () => ({ token: 'bad' })],
    ['an expired token', () => ({ token: issuer.token({ exp: '-1s' }) })],
    ['a token for another service', () => ({ token: issuer.token({ aud: 'https://other.example.com' }) })],
    ['two tokens', () => ({ token: issuer.token(), headers: { authorization: `Bearer ${issuer.token()}` } })],
    ['a token in the query', () => ({ path: `/?token=${issuer.token()}&access_token=${issuer.token()}` })],
  ])('refuses a handshake with %s before the gateway sees it', async (_, offer) => {
    const port = await start(kind, ChatGateway);
    await expect(open(kind, port, offer())).rejects.toBeInstanceOf(RefusedHandshake);
    expect(connected).toEqual([]);
  });

  it('sends nothing to a client that is not let in', async () => {
    const port = await start(kind, ChatGateway);
    await kind.open(port).catch(() => undefined);
    const client = await open(kind, port, { token: issuer.token() });
    const sockets = apps[0]!.get(ChatGateway).server as unknown as {
      clients?: Set<unknown>;
      sockets?: { sockets: Map<string, unknown> };
    };
    expect(sockets.clients?.size ?? sockets.sockets?.sockets.size).toBe(1);
    client.close();
  });

  it('closes the socket when its token expires, and says so first', async () => {
    const port = await start(kind, ChatGateway);
    const client = await open(kind, port, { token: issuer.token({ exp: '10m' }) });
    const other = await open(kind, port, { token: issuer.token({ sub: 'ben', exp: '30m' }) });
    issuer.clock.advance('10m');
    expect(await client.next('exception')).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The access token expired',
    });
    expect((await client.ended).how).toBe(kind === ws ? 1008 : 'io server disconnect');
    other.send('whoami');
    expect(await other.next('you')).toBe('ben');
  });

  it('closes the socket within a second when its token is taken back', async () => {
    const port = await start(kind, ChatGateway);
    const [first, second] = [issuer.token({ sub: 'ada' }), issuer.token({ sub: 'ada' })];
    const client = await open(kind, port, { token: first });
    const other = await open(kind, port, { token: second });
    await issuer.revoke(first);
    const revokedAt = performance.now();
    expect(await client.next('exception')).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The access token is not valid',
    });
    expect((await client.ended).how).toBe(kind === ws ? 1008 : 'io server disconnect');
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
    other.send('whoami');
    expect(await other.next('you')).toBe('ada');
    await issuer.closeAccount('ada');
    expect((await other.ended).how).toBe(kind === ws ? 1008 : 'io server disconnect');
  });

  it('a public gateway needs a token only where a message demands something of it', async () => {
    const port = await start(kind, NewsGateway);
    const anyone = await open(kind, port);
    anyone.send('headlines');
    expect(await anyone.next('news')).toBe('none');
    anyone.send('publish');
    expect(await anyone.next('exception')).toMatchObject({ code: 'UNAUTHENTICATED' });
    const editor = await open(kind, port, { token: issuer.token({ sub: 'eve', scope: 'news:write' }) });
    editor.send('publish');
    expect(await editor.next('published')).toBe('eve');
  });

  it('gateways that share a server: the strictest decides who connects', async () => {
    const port = await start(kind, NewsGateway, ChatGateway);
    await expect(open(kind, port)).rejects.toBeInstanceOf(RefusedHandshake);
    const client = await open(kind, port, { token: issuer.token({ sub: 'ada' }) });
    client.send('headlines');
    expect(await client.next('news')).toBe('none');
  });

  it('holds a handshake until the keys of the issuer are there', async () => {
    issuer.slow(200);
    const port = await start(kind, ChatGateway);
    const client = await open(kind, port, { token: issuer.token({ sub: 'ada' }) });
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
  });
});

describe('a handshake of ws', () => {
  it('is answered as any HTTP call: status, challenge, no-store', async () => {
    const port = await start(ws, ChatGateway);
    await expect(open(ws, port)).rejects.toMatchObject({
      how: 401,
      told: { 'www-authenticate': 'Bearer realm="api"', 'cache-control': 'no-store' },
    });
    await issuer.down();
    const cold = await start(ws, ChatGateway);
    await expect(open(ws, cold, { token: issuer.token() })).rejects.toMatchObject({
      how: 503,
      told: { 'retry-after': expect.any(String) as string },
    });
  });
});

describe('a gateway with a server of its own', () => {
  it.each([ws, socketIo])('on another port is guarded from the first connection: $name', async (kind) => {
    const port = await freePort();
    @WebSocketGateway(port)
    @UseGuards(JwtBearerGuard)
    class OwnPortGateway extends ChatGateway {}
    await start(kind, OwnPortGateway);
    await expect(open(kind, port)).rejects.toBeInstanceOf(RefusedHandshake);
    const client = await open(kind, port, { token: issuer.token({ sub: 'ada' }) });
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
  });

  it.each<[SocketKind, object]>([
    [ws, { path: '/chat' }],
    [socketIo, { namespace: 'chat' }],
  ])('on a path (ws) or in a namespace (socket.io) leaves the others open', async (kind, options) => {
    @WebSocketGateway(options)
    @UseGuards(JwtBearerGuard)
    class OwnPathGateway extends ChatGateway {}
    const port = await start(kind, NewsGateway, OwnPathGateway);
    await expect(open(kind, port, { path: '/chat' })).rejects.toBeInstanceOf(RefusedHandshake);
    const client = await open(kind, port, { path: '/chat', token: issuer.token({ sub: 'ada' }) });
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
    await open(kind, port);
  });
});

describe("a host's own ways", () => {
  it.each([
    ['with an answer', ({ origin }: Caller) => origin !== 'https://evil.example.com'],
    [
      'with a callback',
      ({ origin }: Caller, done: (ok: boolean) => void) => done(origin !== 'https://evil.example.com'),
    ],
  ])('verifyClient %s is asked too', async (_, verifyClient) => {
    @WebSocketGateway({ verifyClient })
    @UseGuards(JwtBearerGuard)
    class PickyGateway extends ChatGateway {}
    const port = await start(ws, PickyGateway);
    const token = issuer.token();
    const from = (origin: string) => ({ token, headers: { origin } });
    await expect(open(ws, port, from('https://evil.example.com'))).rejects.toMatchObject({ how: 401 });
    await expect(open(ws, port, { headers: { origin: 'https://good.example.com' } })).rejects.toMatchObject({
      how: 401,
    });
    await open(ws, port, from('https://good.example.com'));
  });

  it('an exception filter answers alone, and finds the refusal in the cause', async () => {
    @Catch()
    class Problems implements ExceptionFilter {
      catch({ cause }: Error, host: ArgumentsHost) {
        const code = isBearerError(cause) ? cause.code : 'other';
        const client = host.switchToWs().getClient<{ send(text: string): void }>();
        client.send(JSON.stringify({ event: 'problem', data: code }));
      }
    }
    @WebSocketGateway()
    @UseGuards(JwtBearerGuard)
    @UseFilters(Problems)
    class FilteredGateway extends ChatGateway {}
    const port = await start(ws, FilteredGateway);
    const client = await open(ws, port, { token: issuer.token({ sub: 'ada' }) });
    client.send('say', 'hello');
    expect(await client.next('problem')).toBe('insufficient_scope');
    client.send('whoami');
    expect(await client.next('you')).toBe('ada');
    expect(client.seen()).toEqual(['problem', 'you']);
  });
});

describe('a bound token (RFC 9449)', () => {
  it('is proven at the handshake, for all messages of the socket', async () => {
    const port = await start(ws, ChatGateway);
    const key = await proofKey();
    const token = issuer.token({ sub: 'ada', cnf: { jkt: key.jkt } });
    const dpop = await prove(key, { htu: `${issuer.audience}/`, token, at: issuer.clock.now() });
    const client = await open(ws, port, { headers: { authorization: `DPoP ${token}`, dpop } });
    for (let times = 0; times < 2; times++) {
      client.send('whoami');
      expect(await client.next('you')).toBe('ada');
    }
    const again = open(ws, port, { headers: { authorization: `DPoP ${token}`, dpop } });
    await expect(again).rejects.toMatchObject({
      how: 401,
      told: { 'www-authenticate': expect.stringMatching(/^DPoP .*invalid_dpop_proof/) as string },
    });
    await expect(open(ws, port, { token })).rejects.toMatchObject({ how: 401 });
  });
});

describe('a connection that socket.io recovers', () => {
  it('is judged again: its token may have ended while it was away', async () => {
    @WebSocketGateway({ connectionStateRecovery: {} })
    @UseGuards(JwtBearerGuard)
    class RecoveringGateway extends ChatGateway {}
    const port = await start(socketIo, RecoveringGateway);
    const auth = { token: issuer.token({ sub: 'ada', exp: '10m' }) };
    const client = io(`http://127.0.0.1:${port}`, { auth, reconnection: false, transports: ['websocket'] });
    await once(client, 'connect');
    client.emit('whoami');
    await once(client, 'you');
    const comeBack = async () => {
      const left = once(client, 'disconnect');
      client.io.engine.close();
      await left;
      client.connect();
      return Promise.race([once(client, 'connect'), once(client, 'connect_error')]);
    };
    await comeBack();
    expect(client.recovered).toBe(true);
    client.emit('whoami');
    await once(client, 'you');
    const left = once(client, 'disconnect');
    client.io.engine.close();
    await left;
    issuer.clock.advance('10m');
    client.connect();
    const [error] = (await once(client, 'connect_error')) as [Error & { data: object }];
    expect(error.data).toMatchObject({ code: 'UNAUTHENTICATED', message: 'The access token expired' });
    client.close();
  });
});

interface Caller {
  readonly origin: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const once = (client: Socket, event: string) =>
  new Promise<unknown[]>((resolve) => client.once(event, (...args: unknown[]) => resolve(args)));
