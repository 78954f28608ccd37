import { NestFactory } from '@nestjs/core';
import cluster from 'node:cluster';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { Server } from 'node:http';
import { AppModule } from './app.module';
import type { Clock } from './config/clock';
import { prepareDataDir } from './config/data-dir';
import { readSettings } from './config/read-settings';
import { StartError } from './config/settings-error';
import type { Settings } from './config/settings';
import { Edge } from './http/edge';
import { ExpressAdapter } from './http/express-adapter';
import { NestLogger, newLogger } from './http/logger';
import { docsOf } from './http/open-api';
import { RouteTable } from './http/route-table';

/** How long accepted requests may take once the server was told to stop, in milliseconds; Docker kills after 10 s. */
const GRACE = 8_000;

/**
 * Starts the auth server and stops it on SIGTERM and SIGINT.
 *
 * @throws SettingsError, StartError: said to the operator in one line each.
 */
export async function start(environment: NodeJS.ProcessEnv, clock: Clock): Promise<void> {
  const settings = readSettings(environment);
  prepareDataDir(settings.dataDir);
  const logger = newLogger();
  const nestLogger = new NestLogger(logger);
  const edge = new Edge(settings, clock, logger);
  const adapter = new ExpressAdapter(settings.trustedProxies, edge);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, clock, logger), adapter, {
    logger: nestLogger,
    bodyParser: false,
    abortOnError: false,
  });
  app.setGlobalPrefix(settings.pathPrefix);
  await app.init();
  edge.docs = docsOf(app, settings);
  edge.routes = RouteTable.of(adapter.getInstance<Express>());
  await listen(app, settings);
  nestLogger.started = true;
  stopOnSignal(app, edge);
  if (cluster.isWorker) return;
  logger.info({ issuer: settings.issuer, host: settings.host, port: settings.port }, 'auth server is ready');
}

async function listen(app: NestExpressApplication, { host, port }: Settings): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : String(code);
    throw new StartError(`cannot listen on ${host}:${port}: ${reason}`, error);
  }
}

/** Stops accepting, finishes what runs, closes the database. */
function stopOnSignal(app: NestExpressApplication, edge: Edge): void {
  const stop = () => {
    // Told again it goes on: a terminal, npm and systemd tell every process, and the supervisor tells its workers too.
    if (edge.closing) return;
    edge.closing = true;
    const server: Server = app.getHttpServer();
    // A connection whose request never ends is cut when the grace is over.
    setTimeout(() => server.closeAllConnections(), GRACE);
    void app.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
