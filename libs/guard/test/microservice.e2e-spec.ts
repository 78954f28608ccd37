import { createServer, type Server } from 'node:net';

import { Controller, Get, type INestApplication, type INestMicroservice, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  type ClientProxy,
  ClientProxyFactory,
  EventPattern,
  MessagePattern,
  type MicroserviceOptions,
  Payload,
  Transport,
} from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { firstValueFrom } from 'rxjs';
import request from 'supertest';

import {
  AccessToken,
  GuardModule,
  JwtBearerGuard,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

interface Message {
  readonly token?: string;
  readonly text?: string;
}

let heard: string[] = [];
let onHeard = () => {};

@Controller('notes')
@UseGuards(JwtBearerGuard)
class NotesController {
  @Get()
  list(@AccessToken() token: VerifiedAccessToken) {
    return { by: token.subject };
  }

  @MessagePattern('whoami')
  whoami(@AccessToken() token: VerifiedAccessToken) {
    return token.subject;
  }

  @MessagePattern('write')
  @RequireScopes('notes:write')
  write(@Payload() { text }: Message, @AccessToken() token: VerifiedAccessToken) {
    return `${token.subject}: ${text}`;
  }

  @MessagePattern('ping')
  @Public()
  ping() {
    return 'pong';
  }

  @EventPattern('written')
  written(@AccessToken() token: VerifiedAccessToken) {
    heard.push(token.subject);
    onHeard();
  }
}

let issuer: TestIssuer;
let app: INestApplication | INestMicroservice;
let client: ClientProxy;

beforeAll(async () => {
  issuer = await TestIssuer.start();
});
beforeEach(() => {
  heard = [];
});
afterEach(async () => {
  client.close();
  await app.close();
});
afterAll(() => issuer.stop());

async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const moduleOf = (isGlobal: boolean) =>
  Test.createTestingModule({
    imports: [
      GuardModule.forRoot({
        ...issuer.options,
        messageTokens: { rpc: (context) => context.switchToRpc().getData<Message | undefined>()?.token },
      }),
    ],
    controllers: [NotesController],
    providers: isGlobal ? [{ provide: APP_GUARD, useClass: JwtBearerGuard }] : [],
  }).compile();

const tcp = async () => ({ transport: Transport.TCP as const, options: { host: '127.0.0.1', port: await freePort() } });

const starts: Record<string, () => Promise<void>> = {
  'a microservice, guarded as a whole': async () => {
    const options = await tcp();
    app = (await moduleOf(true)).createNestMicroservice<MicroserviceOptions>({ ...options, logger: false });
    await app.listen();
    client = ClientProxyFactory.create(options);
  },
  'a hybrid application': () => startHybrid(false),
  'a hybrid application with inheritAppConfig': () => startHybrid(true),
};

async function startHybrid(inheritAppConfig: boolean): Promise<void> {
  const options = await tcp();
  const hybrid = (await moduleOf(true)).createNestApplication({ logger: false });
  hybrid.connectMicroservice<MicroserviceOptions>(options, { inheritAppConfig });
  await hybrid.startAllMicroservices();
  await hybrid.listen(0, '127.0.0.1');
  app = hybrid;
  client = ClientProxyFactory.create(options);
}

const send = (pattern: string, data: Message) => firstValueFrom(client.send<unknown, Message>(pattern, data));

describe.each(Object.keys(starts))('%s', (name) => {
  beforeEach(() => starts[name]!());

  it('takes the token where the service says that it is', async () => {
    expect(await send('whoami', { token: issuer.token({ sub: 'ada' }) })).toBe('ada');
    const token = issuer.token({ sub: 'ada', scope: 'notes:write' });
    expect(await send('write', { token, text: 'milk' })).toBe('ada: milk');
    expect(await send('ping', {})).toBe('pong');
  });

  it.each([
    ['no token', () => ({}), 'UNAUTHENTICATED'],
    ['a bad token', () => ({ token: 'bad' }), 'UNAUTHENTICATED'],
    ['a token that is no text', () => ({ token: 7 as unknown as string }), 'BAD_REQUEST'],
    ['an expired token', () => ({ token: issuer.token({ exp: '-1s' }) }), 'UNAUTHENTICATED'],
    [
      'a bound token, which nothing can prove here',
      () => ({ token: issuer.token({ cnf: { jkt: 'a' } }) }),
      'UNAUTHENTICATED',
    ],
    ['a token without the scope', () => ({ token: issuer.token() }), 'FORBIDDEN'],
  ])('refuses a message with %s', async (_, message, code) => {
    await expect(send('write', message())).rejects.toMatchObject({
      status: 'error',
      code,
      message: expect.any(String) as string,
    });
  });

  it('refuses an event without a good token', async () => {
    const wasHeard = new Promise<void>((resolve) => (onHeard = resolve));
    for (const token of ['bad', issuer.token({ exp: '-1s' }), issuer.token({ sub: 'ben' })]) {
      await firstValueFrom(client.emit('written', { token }), { defaultValue: undefined });
    }
    await wasHeard;
    expect(heard).toEqual(['ben']);
  });
});

describe('the HTTP side of a hybrid application', () => {
  it('is guarded as ever', async () => {
    await startHybrid(false);
    const server = (app as INestApplication).getHttpServer() as string;
    await request(server).get('/notes').expect(401);
    await request(server)
      .get('/notes')
      .set('authorization', `Bearer ${issuer.token({ sub: 'ada' })}`)
      .expect({ by: 'ada' });
  });
});
