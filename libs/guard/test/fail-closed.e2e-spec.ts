import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';

import {
  type CanActivate,
  Controller,
  Get,
  type INestApplication,
  Injectable,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { EventPattern, MessagePattern, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { WsAdapter } from '@nestjs/platform-ws';
import { Test, type TestingModule } from '@nestjs/testing';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import request from 'supertest';

import { GuardModule, JwtBearerGuard, Public, RequireScopes } from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';
import { RefusedHandshake, ws } from './support/socket-clients.ts';

@Injectable()
class StricterGuard extends JwtBearerGuard {}

@Injectable()
class OtherGuard implements CanActivate {
  canActivate = () => true;
}

@WebSocketGateway()
class ChatGateway {
  @SubscribeMessage('say') say() {}
  @SubscribeMessage('list') @Public() list() {}
}

@UseGuards(OtherGuard)
@WebSocketGateway()
class OtherwiseGuardedGateway {
  @SubscribeMessage('say') say() {}
}

@WebSocketGateway()
class GuardedMessagesGateway {
  @UseGuards(JwtBearerGuard) @SubscribeMessage('say') say() {}
}

@WebSocketGateway()
class ScopedGateway {
  @RequireScopes('chat') @SubscribeMessage('say') say() {}
  @SubscribeMessage('list') list() {}
}

@UseGuards(JwtBearerGuard)
@WebSocketGateway()
class GuardedGateway {
  @SubscribeMessage('say') say() {}
}

@UseGuards(StricterGuard)
@WebSocketGateway()
class StricterGateway {
  @SubscribeMessage('say') say() {}
}

@Public()
@WebSocketGateway()
class PublicGateway {
  @SubscribeMessage('say') say() {}
}

@Public()
@WebSocketGateway()
class PublicButScopedGateway {
  @RequireScopes('chat') @SubscribeMessage('say') say() {}
}

@Controller('orders')
class OrdersController {
  @Get() list() {
    return [];
  }
  @MessagePattern('place') place() {}
  @EventPattern('placed') placed() {}
  @Public() @MessagePattern('ping') ping() {}
  @UseGuards(JwtBearerGuard) @MessagePattern('cancel') cancel() {}
}

@Controller('plain')
class PlainController {
  @Get() get() {
    return 'plain';
  }
}

type Guarded = 'APP_GUARD' | 'useGlobalGuards' | 'by class';

let issuer: TestIssuer;
const apps: INestApplication[] = [];

beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => issuer.stop());

async function create(
  guarded: Guarded,
  classes: { controllers?: Type[]; providers?: Type[] },
): Promise<INestApplication> {
  const module: TestingModule = await Test.createTestingModule({
    imports: [GuardModule.forRoot(issuer.options)],
    controllers: [PlainController, ...(classes.controllers ?? [])],
    providers: [
      JwtBearerGuard,
      ...(classes.providers ?? []),
      ...(guarded === 'APP_GUARD' ? [{ provide: APP_GUARD, useClass: JwtBearerGuard }] : []),
    ],
  }).compile();
  const app = module.createNestApplication({ logger: false });
  if (guarded === 'useGlobalGuards') app.useGlobalGuards(module.get(JwtBearerGuard));
  app.useWebSocketAdapter(new WsAdapter(app));
  apps.push(app);
  return app;
}

const startGateways = async (guarded: Guarded, ...providers: Type[]) => (await create(guarded, { providers })).init();

describe.each<[Guarded]>([['APP_GUARD'], ['useGlobalGuards']])('an application guarded as a whole by %s', (guarded) => {
  it.each<[Type, string[]]>([
    [ChatGateway, ['ChatGateway.handleConnection', 'ChatGateway.say']],
    [OtherwiseGuardedGateway, ['OtherwiseGuardedGateway.handleConnection', 'OtherwiseGuardedGateway.say']],
    [GuardedMessagesGateway, ['GuardedMessagesGateway.handleConnection']],
    [PublicButScopedGateway, ['PublicButScopedGateway.say']],
  ])('does not start with %p: it names %j, and the ways out', async (gateway, handlers) => {
    const names = handlers.map((name) => `- ${name}\n`).join('');
    await expect(startGateways(guarded, gateway)).rejects.toThrow(
      'JwtBearerGuard does not guard these handlers, so anyone could call them:\n' +
        `${names}A global guard does not guard gateways: put @UseGuards(JwtBearerGuard) on the class of the gateway, ` +
        'or @Public() on what needs no token.',
    );
  });

  it('starts with gateways that say what they want', async () => {
    await startGateways(guarded, GuardedGateway, StricterGateway, PublicGateway);
  });

  it('names the message handlers of a microservice before it listens', async () => {
    const app = await create(guarded, { controllers: [OrdersController] });
    app.connectMicroservice<MicroserviceOptions>({ transport: Transport.TCP, options: { port: 0 } });
    await expect(app.startAllMicroservices()).rejects.toThrow(
      /anyone could call them:\n- OrdersController\.place\n- OrdersController\.placed\nA global guard .* inheritAppConfig/,
    );
  });

  it('starts where no microservice is connected', async () => {
    const app = await create(guarded, { controllers: [OrdersController] });
    await app.init();
    await request(app.getHttpServer() as string)
      .get('/plain')
      .expect(401);
  });
});

describe('an application that guards class by class', () => {
  it('starts with gateways and handlers that nothing guards, and its HTTP routes are as they were', async () => {
    const app = await create('by class', { providers: [ChatGateway, PublicGateway], controllers: [OrdersController] });
    await app.init();
    await request(app.getHttpServer() as string)
      .get('/plain')
      .expect(200, 'plain');
  });

  it('does not start where a handler demands something that nothing checks', async () => {
    await expect(startGateways('by class', ScopedGateway)).rejects.toThrow('them:\n- ScopedGateway.say\nA global');
  });
});

describe('a class that extends the guard', () => {
  it('guards a gateway, its handshake too', async () => {
    const app = await create('APP_GUARD', { providers: [StricterGateway] });
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    await expect(ws.open(port)).rejects.toBeInstanceOf(RefusedHandshake);
    const client = await ws.open(port, { token: issuer.token() });
    client.close();
  });
});
