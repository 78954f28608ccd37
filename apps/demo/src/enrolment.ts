import type { AuthApi } from './auth-api';
import {
  type Credentials,
  type CredentialsFile,
  type DemoAccount,
  type DemoApplication,
  newAccount,
} from './credentials';
import { DemoError } from './demo-error';

/** Nothing listens there: who follows the transcript reads the redirect instead. */
const REDIRECT_URI = 'http://localhost:8080/callback';

/**
 * Makes the demo account and its application, or finds them again. File and database may each be lost or stop halfway
 * by itself, so nothing is believed because it is written: every part is tried, and made anew where it does not work.
 */
export async function enrol(api: AuthApi, file: CredentialsFile): Promise<Required<Credentials>> {
  const known = file.read();
  const { account, session } = await signIn(api, file, known ?? { account: newAccount(true) });
  const application =
    known?.application && (await works(api, session, known.application))
      ? known.application
      : await api.createApplication(session, REDIRECT_URI);
  const credentials = { account, application };
  file.write(credentials);
  return credentials;
}

async function signIn(api: AuthApi, file: CredentialsFile, wished: Credentials) {
  const session = await tryAccount(api, file, wished);
  if (session) return { account: wished.account, session };
  // The e-mail belongs to an account whose password is no longer known.
  const account = newAccount(false);
  const another = await tryAccount(api, file, { account });
  if (another) return { account, session: another };
  throw new DemoError('the auth server does not let the demo account sign in');
}

async function tryAccount(api: AuthApi, file: CredentialsFile, credentials: Credentials): Promise<string | undefined> {
  // Written down first: an account whose password was lost in a crash could never be used again.
  file.write(credentials);
  const { account }: { account: DemoAccount } = credentials;
  await api.signUp(account);
  return api.signIn(account);
}

async function works(api: AuthApi, session: string, application: DemoApplication): Promise<boolean> {
  return (await api.hasApplication(session, application)) && (await api.acceptsSecret(application));
}
