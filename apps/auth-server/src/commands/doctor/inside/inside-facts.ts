import type { Settings } from '../../../platform/config/settings';
import { assertThere } from '../../../platform/database/assert-there';
import { reasonOf } from '../../reason';
import { type LoginFacts, gatherLogin } from '../login/login-facts';
import { type ProviderFacts, gatherProviders } from '../login/provider-facts';
import { keysIn } from '../outside/metadata-checks';
import type { OutsideFacts } from '../outside/outside-facts';
import { type Reply, type Prober, objectOf } from '../prober';
import { type BackupFacts, lookAtBackups } from './backup-facts';
import type { EngineFacts } from './engine-facts';
import { type FileFacts, lookAtFiles } from './file-facts';
import { readPostgres } from './postgres-facts';
import { readSqlite } from './sqlite-facts';
import { type StoredFacts, readStored } from './stored-facts';

/** What an operator with the server's settings sees. Nothing is changed by looking. */
export interface InsideFacts {
  settings: Settings;
  now: number;
  files: FileFacts;
  /** Why the database cannot be read; `null`: it was. */
  databaseFault: string | null;
  engine: EngineFacts | null;
  stored: StoredFacts | null;
  /** `null`: no folder is given. */
  backups: BackupFacts | null;
  /** The ids of the keys that the running server publishes; `null`: they could not be had. */
  published: readonly string[] | null;
  /** The server's own port, at the issuer's host, without TLS; `null`: there is no proxy to go around. */
  bareListener: Reply | null;
  /** `null`: `SIGN_IN_URL` is not set. */
  login: LoginFacts | null;
  providers: readonly ProviderFacts[];
}

export interface Given {
  settings: Settings;
  now: number;
  backups: string | undefined;
  outside: OutsideFacts;
  prober: Prober;
}

export async function gatherInside({ settings, now, backups, outside, prober }: Given): Promise<InsideFacts> {
  const [read, login, providers] = await Promise.all([
    readDatabase(settings),
    gatherLogin(settings, prober),
    gatherProviders(settings.signInProviders, prober),
  ]);
  const url = new URL(settings.issuer);
  const bare = `http://${url.hostname}:${settings.port}${settings.pathPrefix}/health/live`;
  return {
    settings,
    now,
    files: lookAtFiles(settings),
    ...read,
    backups: backups === undefined ? null : lookAtBackups(backups, settings, read.stored?.masterKeyCheck ?? null),
    published: objectOf(outside.jwks) === null ? null : keysIn(outside.jwks).map(({ kid }) => String(kid)),
    bareListener: url.protocol === 'https:' ? await prober.ask(bare) : null,
    login,
    providers,
  };
}

async function readDatabase({ database }: Settings): Promise<Pick<InsideFacts, 'databaseFault' | 'engine' | 'stored'>> {
  try {
    assertThere(database);
    const read = await (database.engine === 'sqlite'
      ? readSqlite(database.file, readStored)
      : readPostgres(database.url, readStored));
    return { databaseFault: null, ...read };
  } catch (error) {
    return { databaseFault: reasonOf(error), engine: null, stored: null };
  }
}
