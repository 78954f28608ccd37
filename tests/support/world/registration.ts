import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  type Tokens,
  call,
  exchange,
  obtainCode,
  pkce,
} from './world';

interface Served {
  url: string;
}

/** A client information response (RFC 7591 §3.2.1). */
export interface Information {
  client_id: string;
  client_secret: string;
  client_id_issued_at: number;
  registration_access_token: string;
  registration_client_uri: string;
  redirect_uris: string[];
  [member: string]: unknown;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** POST /oauth2/register with metadata, or with a raw body. */
export const postRegistration = (
  { url }: Served,
  metadata: unknown = { redirect_uris: [CALLBACK] },
  headers: Record<string, string> = {},
): Promise<Answer<Information>> =>
  call('POST', `${url}/oauth2/register`, {
    headers: { 'content-type': 'application/json', ...headers },
    body: metadata,
  });

export async function registerItself(served: Served, metadata: Record<string, unknown> = {}): Promise<Information> {
  const { status, body, text } = await postRegistration(served, { redirect_uris: [CALLBACK], ...metadata });
  if (status !== 201) throw new Error(`registration: ${status} ${text}`);
  return body;
}

/** Consent, approval and exchange by PKCE, which a client that registered itself may not leave out. */
export async function obtainByPkce(served: Served, account: Account, client: Application): Promise<Tokens> {
  const { verifier, challenge } = pkce();
  const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = await obtainCode(served, account, client, asked);
  const { status, body, text } = await exchange(served, client, code, { code_verifier: verifier });
  if (status !== 200) throw new Error(`exchange: ${status} ${text}`);
  return body;
}

export async function newInitialToken({ url }: Served, { session }: Account, body = {}) {
  const answer = await call<{ id: string; initial_access_token: string; expires_at: string; created_at: string }>(
    'POST',
    `${url}/api/registration-tokens`,
    { headers: session, body },
  );
  if (answer.status !== 201) throw new Error(`token: ${answer.status} ${answer.text}`);
  return answer.body;
}
