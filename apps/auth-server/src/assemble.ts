import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Clock } from './platform/config/clock';
import type { Settings } from './platform/config/settings';
import { helpOn } from './platform/config/help-page';
import { FaultLog } from './platform/http/answers/fault-log';
import { ApiDocument } from './platform/http/docs/api-document';
import { enhancersOf } from './platform/http/edge/direct-handlers';
import { Edge } from './platform/http/edge/edge';
import { handlersOf } from './platform/http/edge/handlers';
import { RouteTable } from './platform/http/edge/route-table';
import { ConnectionLimits } from './platform/http/server/connection-limits';
import { EdgeAdapter } from './platform/http/server/edge-adapter';
import { FileDescriptors } from './platform/http/server/file-descriptors';
import type { NestLogger } from './platform/http/server/logger';
import { RefusalLog } from './platform/http/server/refusal-log';
import { Standstill } from './platform/http/server/standstill';
import { addressOf } from './platform/limits/caller-network';
import { isLoopbackAddress } from './platform/outbound/public-address';
import { ErrorPages } from './pages/errors/error-pages';

export interface Loggers {
  logger: Logger;
  nestLogger: NestLogger;
}

/**
 * Builds the server up to listening: the database is open, the routes are read.
 *
 * @param more modules of an application built on this server
 * @throws StartError if a handler lacks a decorator (ADR 7)
 */
export async function assemble(
  settings: Settings,
  clock: Clock,
  { logger, nestLogger }: Loggers,
  more: readonly Type[] = [],
) {
  const standstill = new Standstill();
  const faults = new FaultLog(clock, logger);
  const edge = new Edge(settings, clock, logger, faults, standstill);
  const limits = new ConnectionLimits(settings, addressOf, new RefusalLog(clock, logger));
  const descriptors = new FileDescriptors(clock, logger, () => limits.open);
  const adapter = new EdgeAdapter(settings.trustedProxies, edge, (socket) => {
    standstill.look();
    return descriptors.suffice(isLoopbackAddress(socket.remoteAddress ?? '')) && limits.admit(socket);
  });
  standstill.onEnd(() => void adapter.dropWaiting());
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, clock, { logger, faults }, more),
    adapter,
    {
      logger: nestLogger,
      bodyParser: false,
      abortOnError: false,
    },
  );
  app.setGlobalPrefix(settings.pathPrefix);
  await app.init();
  app.get(ApiDocument).describe(app);
  const errorPages = app.get(ErrorPages);
  edge.errorPages = (error, request) => errorPages.draw(error, request);
  try {
    readRoutes(app, edge, adapter.getInstance(), logger);
  } catch (error) {
    await app.close();
    throw error;
  }
  return { app, edge };
}

function readRoutes(app: NestExpressApplication, edge: Edge, express: Express, logger: Logger) {
  const handlers = handlersOf(app);
  edge.routes = RouteTable.of(express, handlers);
  const enhancers = enhancersOf(app, express, handlers);
  edge.goesDirect = enhancers.length === 0;
  if (!edge.goesDirect)
    logger.warn(
      { enhancers, help: helpOn('handlers-through-nest') },
      'requests to @Direct() handlers go through Nest and its enhancers',
    );
}
