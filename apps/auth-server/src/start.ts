import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { assemble } from './assemble';
import { AccountIds } from './model/accounts/account-ids';
import { warnOfClaimsForNobody } from './model/claims/claims-warning';
import { ProfileWarning } from './model/clients/warnings/profile-warning';
import { ListingWarning } from './model/clients/warnings/listing-warning';
import { LeftNamesWarning } from './model/tokens/left-names.warning';
import type { Clock } from './platform/config/clock';
import { prepareDataDir } from './platform/config/data-dir';
import { helpOn } from './platform/config/help-page';
import type { Settings } from './platform/config/settings';
import type { Edge } from './platform/http/edge/edge';
import { awaitDatabase } from './platform/database/await-database';
import { checkInsecureHosts } from './platform/outbound/insecure-hosts';
import { listen } from './platform/http/server/listen';
import { NestLogger, newLogger } from './platform/http/server/logger';

/** Docker kills after 10 s. */
const GRACE = 8_000;

/**
 * Starts the auth server and stops it on SIGTERM and SIGINT.
 *
 * @param grace milliseconds that accepted requests may take after the signal
 * @throws StartError
 */
export async function start(settings: Settings, clock: Clock, grace = GRACE): Promise<void> {
  const openFolder = prepareDataDir(settings.dataDir);
  const logger = newLogger();
  // Until it listens a signal ends it at once: the first process of a container hears those alone that it listens for.
  let stop: () => void = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
  if (Object.keys(settings.misspelt).length > 0)
    logger.warn(
      { variables: settings.misspelt, help: helpOn('misspelt-setting') },
      'variables that are not read look like misspelt settings',
    );
  await awaitDatabase(settings.database, clock, logger);
  const nestLogger = new NestLogger(logger);
  const { app, edge } = await assemble(settings, clock, { logger, nestLogger });
  const server: Server = app.getHttpServer();
  const closing = (error: unknown) => closeAndThrow(app, error);
  if (openFolder !== null)
    logger.warn({ dataDir: settings.dataDir, help: helpOn('data-folder-of-another-user') }, openFolder);
  await app.get(AccountIds).assertTheirs().catch(closing);
  await checkInsecureHosts(settings, logger).catch(closing);
  warnOfClaimsForNobody(settings, logger);
  for (const warning of [ListingWarning, ProfileWarning, LeftNamesWarning])
    await app.get(warning).warn(logger).catch(closing);
  await listen(server, settings).catch(closing);
  nestLogger.started = true;
  stop = stopOf(app, server, edge, grace);
  logger.info({ issuer: settings.issuer, host: settings.host, port: settings.port }, 'auth server is ready');
}

async function closeAndThrow(app: NestExpressApplication, error: unknown): Promise<never> {
  await app.close();
  throw error;
}

/** Stops accepting, finishes running requests, closes the database. */
function stopOf(app: NestExpressApplication, server: Server, edge: Edge, grace: number): () => void {
  return () => {
    // Ignore repeated signals: a terminal, npm and systemd each send one.
    if (edge.closing) return;
    edge.closing = true;
    setTimeout(() => server.closeAllConnections(), grace);
    void app.close().then(() => process.exit(0));
  };
}
