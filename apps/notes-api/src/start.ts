import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import type { Clock } from './clock';
import { type Environment, readSettings, type Settings } from './config/settings';
import { BodyPipe } from './http/body.pipe';
import { useJsonBody } from './http/json-body';
import { knownMethods } from './http/known-methods';
import { LargeHeaderAdapter } from './http/large-header.adapter';
import { NestLog } from './http/nest-log';
import { createLogger, requestLog } from './http/request-log';
import { responseHeaders } from './http/response-headers';
import { StartError } from './start-error';
import { stopServer } from './stop-server';
import type { Surroundings } from './surroundings.module';

export interface RunningService {
  readonly url: string;
  /** Finishes running requests, then closes the database. */
  stop(): Promise<void>;
}

/** @throws StartError for what the operator can fix. */
export async function start(env: Environment, clock: Clock): Promise<RunningService> {
  const settings = readSettings(env);
  // All files are for this system user only: the database, its -wal and its -shm.
  process.umask(0o077);
  const logger = createLogger(clock);
  const app = await createApp({ settings, clock, logger });
  await listen(app, settings);
  logger.info({ url: settings.baseUrl, host: settings.host, port: settings.port }, 'listening');
  return { url: settings.baseUrl, stop: () => stopServer(app.getHttpServer(), () => app.close()) };
}

async function createApp(surroundings: Surroundings): Promise<NestExpressApplication> {
  const { settings, clock, logger } = surroundings;
  const adapter = new LargeHeaderAdapter(settings.isBehindProxy);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.in(surroundings), adapter, {
    // Silent until it is ready: an earlier failure is one line on stderr.
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  app.useLogger(new NestLog(logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.setGlobalPrefix(settings.routePrefix);
  app.use(requestLog(logger, clock), responseHeaders);
  app.use(knownMethods(app.getHttpAdapter().getInstance().router));
  useJsonBody(app);
  app.useGlobalPipes(new BodyPipe());
  return app;
}

async function listen(app: NestExpressApplication, { host, port }: Settings): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw StartError.because(`cannot listen on ${host}, port ${port}`, error);
  }
}
