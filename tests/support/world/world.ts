import { createHash, randomBytes } from 'node:crypto';
import { noteSecrets } from '../server/seen-secrets';

interface Served {
  url: string;
}

type Json = Record<string, unknown>;

export interface Account {
  id: string;
  email: string;
  password: string;
  /** `Authorization: Bearer …` of a sign-in session. */
  session: Record<string, string>;
  sessionToken: string;
}

export interface Application {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export const CALLBACK = 'https://app.example.com/callback';

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Calls without following redirects. An object `body` is sent as JSON, URLSearchParams as a form. */
export async function call<Body = Json>(
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer<Body>> {
  const raw = body === undefined || typeof body === 'string' || body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(!raw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: parse(text) as Body };
  noteSecrets(url, body, answer);
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const unique = () => randomBytes(6).toString('hex');

export async function signUp(
  { url }: Served,
  given: { email?: string; password?: string; name?: string } = {},
): Promise<Account> {
  const { email = `${unique()}@example.com`, password = `password-${unique()}`, name = 'Ada' } = given;
  const { status, body, text } = await call<{ id: string }>('POST', `${url}/api/accounts`, {
    body: { email, password, name },
  });
  if (status !== 201) throw new Error(`sign-up: ${status} ${text}`);
  return { id: body.id, email, password, ...(await signIn({ url }, { email, password })) };
}

/** @param over the credentials of a session of the same browser. */
export async function signIn(
  { url }: Served,
  { email, password }: { email: string; password: string },
  over: Account['session'] = {},
) {
  const { status, body, text } = await call<{ session_token: string }>('POST', `${url}/api/session`, {
    headers: over,
    body: { email, password },
  });
  if (status !== 201) throw new Error(`sign-in: ${status} ${text}`);
  return { sessionToken: body.session_token, session: { authorization: `Bearer ${body.session_token}` } };
}

export async function register({ url }: Served, account: Account, fields: Json = {}): Promise<Application> {
  const { status, body, text } = await call<Application>('POST', `${url}/api/applications`, {
    headers: account.session,
    body: { name: 'Test app', redirect_uris: [CALLBACK], ...fields },
  });
  if (status !== 201) throw new Error(`register: ${status} ${text}`);
  return body;
}

/** Query parameters of an authorization request; overriding with `undefined` leaves one out. */
export function authorizeUrl(
  { url }: Served,
  application: Application,
  override: Record<string, string | undefined> = {},
): string {
  const parameters = {
    client_id: application.client_id,
    redirect_uri: application.redirect_uris[0],
    response_type: 'code',
    scope: 'notes:read notes:write',
    state: 'a-state',
    ...override,
  };
  return `${url}/oauth2/authorize?${query(parameters)}`;
}

export const query = (parameters: Record<string, string | undefined>) =>
  Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

export interface ConsentScreen {
  sessionID: string;
  [member: string]: unknown;
}

export async function requestConsent(
  server: Served,
  account: Account,
  application: Application,
  override: Record<string, string | undefined> = {},
): Promise<ConsentScreen> {
  const answer = await call<ConsentScreen>('GET', authorizeUrl(server, application, override), {
    headers: account.session,
  });
  if (answer.status !== 200) throw new Error(`consent: ${answer.status} ${answer.text}`);
  return answer.body;
}

export const decide = ({ url }: Served, account: Account, sessionId: string, decision: Json = { is_rejected: false }) =>
  call('POST', `${url}/oauth2/authorize`, { headers: account.session, body: { session_id: sessionId, ...decision } });

/** Goes through consent and approval. @returns the code. */
export async function obtainCode(
  server: Served,
  account: Account,
  application: Application,
  override: Record<string, string | undefined> = {},
): Promise<string> {
  const { sessionID } = await requestConsent(server, account, application, override);
  const { status, headers, text } = await decide(server, account, sessionID);
  const code = new URL(headers.get('location') ?? 'none:').searchParams.get('code');
  if (status !== 301 || code === null) throw new Error(`decision: ${status} ${text} ${headers.get('location')}`);
  return code;
}

export const exchange = (
  { url }: Served,
  application: Application,
  code: string,
  override: Record<string, string | undefined> = {},
) => {
  const { client_id, client_secret, redirect_uris } = application;
  const parameters = {
    grant_type: 'authorization_code',
    code,
    client_id,
    client_secret,
    redirect_uri: redirect_uris[0],
  };
  return call<Tokens & { error?: string; error_description?: string }>(
    'GET',
    `${url}/oauth2/access_token?${query({ ...parameters, ...override })}`,
  );
};

/** Without client authentication. */
export const refresh = ({ url }: Served, token: string, override: Record<string, string | undefined> = {}) =>
  call<Tokens & { error?: string; error_description?: string }>(
    'GET',
    `${url}/oauth2/access_token?${query({ grant_type: 'refresh_token', code: token, ...override })}`,
  );

export async function obtainTokens(
  server: Served,
  account: Account,
  application: Application,
  override: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const code = await obtainCode(server, account, application, override);
  const { status, body, text } = await exchange(server, application, code);
  if (status !== 200) throw new Error(`exchange: ${status} ${text}`);
  return body;
}

/** A PKCE pair (RFC 7636 §4). */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
