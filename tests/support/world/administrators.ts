import { cookieOf } from './cookies';
import { CONSENTRY, runHosted } from '../server/command';
import { databaseSettingsOf } from '../server/engine';
import type { TestServer } from '../server/server';
import { type Account, call, signIn, signUp } from './world';

/** An account with the role; `as` calls by its cookie, as our own pages do. */
export interface Administrator extends Account {
  cookie: Record<string, string>;
}

export async function makeAdministrator(server: TestServer): Promise<Administrator> {
  const account = await signUp(server);
  const settings = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
  const { exitCode, stderr } = await runHosted(CONSENTRY, ['account', 'admin', account.email], settings);
  if (exitCode !== 0) throw new Error(stderr);
  return { ...account, cookie: cookieOf(server, account) };
}

/** Signs in again, for what needs a recent sign-in. */
export async function signInAgain(server: TestServer, administrator: Administrator): Promise<void> {
  const { sessionToken, session } = await signIn(server, administrator);
  Object.assign(administrator, { sessionToken, session, cookie: cookieOf(server, { sessionToken }) });
}

/** Calls `/api/admin` from our own origin. */
export const administer = <Body = Record<string, unknown>>(
  { url }: TestServer,
  { cookie }: Pick<Administrator, 'cookie'>,
  method: string,
  path: string,
  body?: unknown,
) => call<Body>(method, `${url}/api/admin${path}`, { headers: { ...cookie, origin: url }, body });
