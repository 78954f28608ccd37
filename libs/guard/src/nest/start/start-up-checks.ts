import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';

import { isDemanding, routeDemandOf } from '../access/route-demand.ts';
import type { GuardSettings } from '../guard.settings.ts';
import { GUARD_SETTINGS } from '../guard.tokens.ts';
import { isGuardedGlobally } from './guarded.ts';
import { handlersWith } from './handlers.ts';
import { FIELD_RESOLVER, GRAPHQL_OPTIONS, RPC_HANDLER } from './nest-metadata.ts';
import { assertReached, unreachedOf } from './unreached.ts';

/** A server of microservices, as Nest's own and custom ones are. */
interface RpcServer {
  listen(callback: (error?: unknown) => void): unknown;
}

/**
 * Stops the start where Nest would not run the guard: at message handlers of hybrid applications, and at field
 * resolvers that demand something. Gateways: see `GatewayHandshakes`. Warns of `insecureHosts`.
 */
@Injectable()
export class StartUpChecks implements OnModuleInit {
  private readonly knowsServers: boolean;

  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(GUARD_SETTINGS) private readonly settings: GuardSettings,
  ) {
    // A microservice listens before the application is initialised, so no lifecycle hook would come in time.
    const registry = (modules as Partial<ModulesContainer>).getRpcTargetRegistry?.bind(modules)<RpcServer>();
    registry?.subscribe((server) => this.checkBeforeListening(server));
    this.knowsServers = registry !== undefined;
  }

  onModuleInit(): void {
    // Early releases of Nest 11 do not tell of their servers.
    if (!this.knowsServers) this.checkMessageHandlers();
    this.checkFieldResolvers();
    this.warnOfInsecureHosts();
  }

  private warnOfInsecureHosts(): void {
    const { insecureHosts } = this.settings;
    if (insecureHosts.length === 0) return;
    const logger = new Logger('JwtBearerGuard');
    logger.warn(
      `insecureHosts allows http to ${insecureHosts.join(', ')}. This is for development: anyone who can listen in that network can read tokens and forge the keys of the issuer`,
    );
  }

  private checkFieldResolvers(): void {
    const providers = [...this.modules.values()].flatMap((module) => [...module.providers.values()]);
    const options = providers.filter(({ token }) => token === GRAPHQL_OPTIONS).map(({ instance }): unknown => instance);
    if (options.every(runsGuardsOnFields)) return;
    const fields = handlersWith(FIELD_RESOLVER, this.modules, 'providers');
    assertReached(
      fields.filter(({ target, method }) => isDemanding(routeDemandOf(target, method))),
      "GraphQLModule runs guards on field resolvers only with fieldResolverEnhancers: ['guards']: set it, or put what " +
        'they demand on the queries that lead to them.',
    );
  }

  private checkBeforeListening(server: RpcServer): void {
    const listen = server.listen.bind(server);
    server.listen = (callback) => {
      try {
        this.checkMessageHandlers();
      } catch (error) {
        return callback(error);
      }
      return listen(callback);
    };
  }

  private checkMessageHandlers(): void {
    const isGlobal = isGuardedGlobally(this.config);
    const isHybrid = Boolean(this.adapterHost.httpAdapter);
    if (isGlobal && !isHybrid) return;
    assertReached(
      unreachedOf(handlersWith(RPC_HANDLER, this.modules, 'controllers'), isGlobal),
      'A global guard guards message handlers of a hybrid application only with { inheritAppConfig: true }, which cannot ' +
        'be seen from here: put @UseGuards(JwtBearerGuard) on the class or the method, or @Public() where no token is ' +
        'needed.',
    );
  }
}

function runsGuardsOnFields(options: unknown): boolean {
  const { fieldResolverEnhancers } = (options ?? {}) as { fieldResolverEnhancers?: readonly string[] };
  return fieldResolverEnhancers?.includes('guards') === true;
}
