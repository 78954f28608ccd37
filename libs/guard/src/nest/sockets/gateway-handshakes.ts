import { type CanActivate, ForbiddenException, Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';

import { isGuardedGlobally, guardsOn } from '../start/guarded.ts';
import { type Gateway, gatewaysOf, methodsWith } from '../start/handlers.ts';
import { MESSAGE } from '../start/nest-metadata.ts';
import { assertReached, unreachedOf } from '../start/unreached.ts';
import { type Admission, HandshakeContext, handshakeHandlerOf } from './handshake-context.ts';
import { guardSocketIo, type SocketIoServer } from './socket-io-handshakes.ts';
import { guardWs, noteWs, type WsServer } from './ws-handshakes.ts';

const PREPARED: unique symbol = Symbol.for('@consentry/guard:prepared');

/**
 * Guards gateways as a whole: Nest's guards see messages alone, so a client that sends none would receive all that is
 * sent to everyone. All gateways of one server are asked, so its strictest gateway decides who connects.
 */
@Injectable()
export class GatewayHandshakes {
  private readonly gatewaysOn = new WeakMap<object, Gateway[]>();

  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
  ) {
    this.prepareInTime();
  }

  /**
   * Nest asks for the adapter when it connects the first gateway: then all gateways and global guards exist, and nobody
   * can be connected yet, as a gateway with a port of its own listens before any lifecycle hook.
   */
  private prepareInTime(): void {
    const { config } = this;
    const getIoAdapter = config.getIoAdapter.bind(config);
    let isPrepared = false;
    config.getIoAdapter = () => {
      const isFirst = !isPrepared;
      isPrepared = true;
      if (isFirst) this.prepare();
      return getIoAdapter();
    };
  }

  private prepare(): void {
    const gateways = gatewaysOf(this.modules);
    const handlers = gateways.flatMap(({ target }) => [
      { target, name: 'handleConnection', method: handshakeHandlerOf(target) },
      ...methodsWith(MESSAGE, target),
    ]);
    assertReached(
      unreachedOf(handlers, isGuardedGlobally(this.config)),
      'A global guard does not guard gateways: put @UseGuards(JwtBearerGuard) on the class of the gateway, or @Public() ' +
        'on what needs no token.',
    );
    gateways.forEach((gateway) => this.hookInto(gateway));
  }

  /** `afterInit` gets the server before any client is connected to it. */
  private hookInto(gateway: Gateway): void {
    const { instance } = gateway as { instance: Gateway['instance'] & { [PREPARED]?: true } };
    if (instance[PREPARED]) return;
    const { afterInit } = instance;
    Object.defineProperty(instance, PREPARED, { value: true });
    instance.afterInit = (server: unknown) => {
      this.connect(server as SocketIoServer | WsServer, gateway);
      return afterInit?.call(instance, server);
    };
  }

  private connect(server: SocketIoServer | WsServer, gateway: Gateway): void {
    const known = this.gatewaysOn.get(server);
    if (known) {
      known.push(gateway);
      return;
    }
    const gateways = [gateway];
    this.gatewaysOn.set(server, gateways);
    const judge = (client: object) => judgeHandshake(client, gateways);
    if ('handleUpgrade' in server) {
      noteWs(server);
      guardWs(server, judge);
    } else if ('use' in server) guardSocketIo(server, judge);
    else throw new Error(`JwtBearerGuard cannot guard ${gateway.target.name}: its server is neither socket.io nor ws`);
  }
}

async function judgeHandshake(client: object, gateways: readonly Gateway[]): Promise<Admission[]> {
  const admissions: Admission[] = [];
  for (const gateway of gateways) {
    for (const guard of guardsOfHandshake(gateway)) {
      const context = new HandshakeContext(client, gateway.target);
      if ((await guard.canActivate(context)) !== true) throw new ForbiddenException();
      if (context.admission) admissions.push(context.admission);
    }
  }
  return admissions;
}

function guardsOfHandshake({ target, injectables }: Gateway): CanActivate[] {
  const guards = [...guardsOn(target), ...guardsOn(handshakeHandlerOf(target))];
  return guards.map((guard) => (typeof guard === 'function' ? injectables.get(guard)?.instance : guard) as CanActivate);
}
