import { dropDatabases, newPrefix, postgresUrl } from './databases';
import { PostgresCluster } from './cluster';
import { queryPostgres } from './query';

let own: PostgresCluster | undefined;

/** One server per run: the one in TEST_POSTGRES_URL, or one of the run's own. Tests find it in the environment. */
export async function startPostgres(): Promise<void> {
  process.env['TEST_POSTGRES_PREFIX'] = newPrefix();
  if (process.env['TEST_POSTGRES_URL']) return assertAnswers(process.env['TEST_POSTGRES_URL']);
  own = await PostgresCluster.start();
  process.env['TEST_POSTGRES_URL'] = own.url;
}

export async function stopPostgres(): Promise<void> {
  if (!own) return dropDatabases(postgresUrl(), process.env['TEST_POSTGRES_PREFIX']!);
  await own.stop();
  own = undefined;
  delete process.env['TEST_POSTGRES_URL'];
}

async function assertAnswers(url: string): Promise<void> {
  await queryPostgres(url, 'SELECT 1').catch((error: Error) => {
    throw new Error(`The server of TEST_POSTGRES_URL does not answer: ${error.message}`);
  });
}
