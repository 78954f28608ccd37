import type { AuthApi } from './auth-api';
import {
  type Credentials,
  type CredentialsFile,
  type DemoAccount,
  type DemoApplication,
  newAccount,
} from './credentials';
import { DemoError } from './demo-error';

/**
 * Finds the demo account and its application, or creates them. File and database can each be lost or incomplete, so
 * every part of the credentials is tried, and created again where it does not work.
 */
export async function enrol(api: AuthApi, file: CredentialsFile, redirectUri: string): Promise<Required<Credentials>> {
  const known = file.read();
  const { account, session } = await signIn(api, file, known ?? { account: newAccount(true) });
  const application =
    known?.application?.redirectUri === redirectUri && (await works(api, session, known.application))
      ? known.application
      : await api.createApplication(session, redirectUri);
  const credentials = { account, application };
  file.write(credentials);
  return credentials;
}

async function signIn(api: AuthApi, file: CredentialsFile, wished: Credentials) {
  const session = await tryAccount(api, file, wished);
  if (session) return { account: wished.account, session };
  // The address belongs to an account whose password is lost.
  const account = newAccount(false);
  const another = await tryAccount(api, file, { account });
  if (another) return { account, session: another };
  throw new DemoError('the auth server does not let the demo account sign in');
}

async function tryAccount(api: AuthApi, file: CredentialsFile, credentials: Credentials): Promise<string | undefined> {
  // Write the password before sign-up: a crash in between would leave an account that cannot sign in.
  file.write(credentials);
  const { account }: { account: DemoAccount } = credentials;
  await api.signUp(account);
  return api.signIn(account);
}

async function works(api: AuthApi, session: string, application: DemoApplication): Promise<boolean> {
  return (await api.hasApplication(session, application)) && (await api.acceptsSecret(application));
}
