import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Clock } from './config/clock';
import type { Settings } from './config/settings';
import { ConnectionLimits } from './http/server/connection-limits';
import { Edge } from './http/edge/edge';
import { EdgeAdapter } from './http/server/edge-adapter';
import type { NestLogger } from './http/server/logger';
import { docsOf } from './http/docs/open-api';
import { RefusalLog } from './http/server/refusal-log';
import { RouteTable } from './http/edge/route-table';
import { addressOf } from './limits/caller-network';
import { directRoutes } from './oauth/direct-routes';

/** What the server logs by: itself, and Nest within it. */
export interface Loggers {
  logger: Logger;
  nestLogger: NestLogger;
}

/** The whole server but for its port: its database is open, its edge knows every route. */
export async function assemble(settings: Settings, clock: Clock, { logger, nestLogger }: Loggers) {
  const edge = new Edge(settings, clock, logger);
  const limits = new ConnectionLimits(settings, addressOf, new RefusalLog(clock, logger));
  const adapter = new EdgeAdapter(settings.trustedProxies, edge, (socket) => limits.admit(socket));
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, clock, logger), adapter, {
    logger: nestLogger,
    bodyParser: false,
    abortOnError: false,
  });
  app.setGlobalPrefix(settings.pathPrefix);
  await app.init();
  edge.docs = docsOf(app, settings);
  edge.routes = RouteTable.of(adapter.getInstance<Express>());
  edge.direct = directRoutes(app, settings.pathPrefix);
  return { app, edge };
}
