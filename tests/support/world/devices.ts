import { CODE_AND_REFRESH, DEVICE_CODE, registerAllowed } from './allowed';
import { type Account, type Application, type Tokens, call } from './world';

interface Served {
  url: string;
}

export interface DeviceAuthorization {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
  error?: string;
}

export type TokenAnswer = Tokens & { id_token?: string; error?: string; error_description?: string };

/** A public client: a television cannot keep a secret. */
export const registerTelevision = (
  server: Served & { dataDir: string },
  account: Account,
  fields: Record<string, unknown> = {},
) =>
  registerAllowed(
    server,
    account,
    { grantTypes: [DEVICE_CODE, ...CODE_AND_REFRESH] },
    { name: 'Television', client_type: 'public', ...fields },
  );

export const basicOf = ({ client_id, client_secret }: Application) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});

/** POST /oauth2/device_authorization. */
export const askForDevice = (
  { url }: Served,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  call<DeviceAuthorization>('POST', `${url}/oauth2/device_authorization`, {
    headers,
    body: new URLSearchParams(parameters),
  });

export async function beginDevice(
  server: Served,
  { client_id }: Application,
  parameters: Record<string, string> = {},
): Promise<DeviceAuthorization> {
  const { status, body, text } = await askForDevice(server, { client_id, ...parameters });
  if (status !== 200) throw new Error(`device authorization: ${status} ${text}`);
  return body;
}

/** GET /oauth2/device. */
export const showDevice = ({ url }: Served, { session }: Account, userCode: string) =>
  call('GET', `${url}/oauth2/device?user_code=${encodeURIComponent(userCode)}`, { headers: session });

/** POST /oauth2/device. */
export const decideDevice = (
  { url }: Served,
  { session }: Account,
  userCode: string,
  decision: Record<string, unknown> = { is_rejected: false },
) => call('POST', `${url}/oauth2/device`, { headers: session, body: { user_code: userCode, ...decision } });

/** POST /oauth2/token with a device code. */
export const poll = (
  { url }: Served,
  { client_id }: Application,
  { device_code }: Pick<DeviceAuthorization, 'device_code'>,
  { headers = {}, ...parameters }: { headers?: Record<string, string>; [name: string]: unknown } = {},
) =>
  call<TokenAnswer>('POST', `${url}/oauth2/token`, {
    headers,
    body: new URLSearchParams({ grant_type: DEVICE_CODE, client_id, device_code, ...(parameters as object) }),
  });
