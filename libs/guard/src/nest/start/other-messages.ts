import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator } from '@nestjs/core';

import { routeDemandOf } from '../access/route-demand.ts';
import { TRANSPORTS } from '../guard.tokens.ts';
import { type Transports, waysOutOf } from '../transports/transports.ts';
import { isGuarded, isGuardedGlobally } from './guarded.ts';
import type { Handler } from './handlers.ts';

type Create = (instance: object, method: object, name: string, ...more: unknown[]) => unknown;

/** Where a library leaves the kind out, Nest says this; routes are made in another way. */
const UNSAID = 'http';

/**
 * Names the handlers of other libraries (RabbitMQ, Telegram, Discord) whose every message the guard refuses, as it does
 * not know where the token is. All make them by Nest's ExternalContextCreator, each at a time of its own.
 */
@Injectable()
export class OtherMessages {
  private readonly logger = new Logger('JwtBearerGuard');
  /** Some libraries make the handlers of a request-scoped class for each message. */
  private readonly named = new Set<string>();

  constructor(
    @Inject(ExternalContextCreator) creator: ExternalContextCreator,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(TRANSPORTS) private readonly transports: Transports,
  ) {
    const create = creator.create.bind(creator) as unknown as Create;
    const watched: Create = (instance, method, name, ...more) => {
      const [options, kind] = more.slice(4) as [{ guards?: boolean }?, string?];
      const target = instance.constructor as Handler['target'];
      if (options?.guards !== false) this.look({ target, name, method }, kind ?? UNSAID);
      return create(instance, method, name, ...more);
    };
    Object.assign(creator, { create: watched });
  }

  private look(handler: Handler, kind: string): void {
    if (kind !== UNSAID && this.transports.knows(kind)) return;
    const { target, name, method } = handler;
    const at = `${target.name}.${name}`;
    if (this.named.has(at) || routeDemandOf(target, method).isPublic) return;
    if (!isGuarded(handler) && !isGuardedGlobally(this.config)) return;
    this.named.add(at);
    this.logger.warn(
      kind === UNSAID
        ? `Refuses every message of ${at}: its library does not say what kind it is. @Public() lets them through without a token.`
        : `Refuses every message of ${at}: the guard does not know where "${kind}" messages have their token. ${waysOutOf(kind)}`,
    );
  }
}
