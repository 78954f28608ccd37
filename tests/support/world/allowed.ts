import { changeStored } from '../server/stored';
import { type Account, type Application, register } from './world';

export const CODE_AND_REFRESH = ['authorization_code', 'refresh_token'];
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

interface Allowed {
  grantTypes: string[];
  /** Scopes for the client credentials grant. */
  ownScopes?: string[];
}

/** Registers an application that may use only these grant types. */
export async function registerAllowed(
  server: { url: string; dataDir: string },
  account: Account,
  { grantTypes, ownScopes }: Allowed,
  fields: Record<string, unknown> = {},
): Promise<Application> {
  const application = await register(server, account, fields);
  // Before the application's first request: no process has cached the old row.
  await changeStored(
    server,
    'UPDATE clients SET grant_types = ?, own_scopes = ? WHERE client_id = ?',
    grantTypes.join(' '),
    ownScopes?.join(' ') ?? null,
    application.client_id,
  );
  return application;
}
