import { parseClientMetadata } from './metadata';
import type { DescribedClient } from './described-client';
import type { ClientPolicy } from './problems';
import { isName, isShowable } from '../text/showable-text';
import { OAuthError } from '../oauth-error';
import { parseJsonObject } from '../request/parameters';
import { calledUriProblem } from '../text/web-uri';

/** Bytes (Client ID Metadata Document §8.7). */
export const LONGEST_DOCUMENT = 5 * 1024;

/** Milliseconds: bounds for cache headers, and the value without them. */
const SHORTEST = 60_000;
const LONGEST = 86_400_000;
const DEFAULT_LIFETIME = 3_600_000;

/** §4.1: a public document holds no shared secret. */
const SECRETS = ['client_secret', 'client_secret_expires_at'];

/**
 * §3: https, with a path, without dot segments, user and fragment.
 *
 * @param allowLoopback http on loopback too (§8.6).
 */
export function isDocumentUrl(clientId: string, allowLoopback: boolean): boolean {
  if (!/^[\x21-\x7e]+$/.test(clientId) || calledUriProblem(clientId, allowLoopback) !== null) return false;
  const path = /^https?:\/\/[^/?]+(\/[^?]*)/.exec(clientId)?.[1];
  if (path === undefined || path.includes('\\')) return false;
  return !path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

export interface AnsweredDocument {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/**
 * §4: the rules of a registration, its own URL byte for byte, and no secret.
 *
 * @throws OAuthError `invalid_client` (400).
 */
export function parseMetadataDocument(
  url: string,
  { status, headers, body }: AnsweredDocument,
  policy: ClientPolicy,
): DescribedClient {
  if (status !== 200) throw badDocument(`returned ${status} instead of 200`);
  if (!isJson(headers)) throw badDocument('must be served as application/json');
  try {
    const metadata = parseJsonObject(body);
    if (metadata['client_id'] !== url) throw badDocument('must have a client_id that equals its URL');
    const secret = SECRETS.find((name) => name in metadata);
    if (secret !== undefined) throw badDocument(`must not contain ${secret}`);
    return described(url, metadata, policy);
  } catch (error) {
    if (error instanceof OAuthError && error.code !== 'invalid_client')
      throw badDocument(`is invalid: ${error.description}`);
    throw error;
  }
}

function described(url: string, metadata: Record<string, unknown>, policy: ClientPolicy): DescribedClient {
  const isNamed = !isBlank(metadata['client_name'] ?? '');
  const { client } = parseClientMetadata(isNamed ? metadata : { ...metadata, client_name: null }, policy, 'none');
  const { tokenEndpointAuthMethod: method } = client;
  if (method !== 'none' && method !== 'private_key_jwt')
    throw badDocument('must have none or private_key_jwt as its token_endpoint_auth_method');
  return {
    ...client,
    name: isNamed ? client.name : new URL(url).host,
    // §8.2.
    requireClientAuthentication: method === 'private_key_jwt',
  };
}

/** Also a name that nobody sees: a document is written for many servers, and who changes it decides. */
const isBlank = (name: unknown) => typeof name === 'string' && isShowable(name) && !isName(name);

const isJson = (headers: AnsweredDocument['headers']) =>
  /^application\/([a-z0-9!#$&^_.+-]+\+)?json *(;|$)/i.test(String(headers['content-type'] ?? ''));

/**
 * Judges an answer that {@link parseMetadataDocument} refuses: whether the site took the document away, or changed it so that
 * it is not valid. Every other answer (5xx, a sign-in page, a redirect, a firewall's 403) may come from a site in trouble.
 */
export function isWithdrawn({ status, headers, body }: AnsweredDocument): boolean {
  if (status !== 200 || !isJson(headers)) return status === 404 || status === 410;
  try {
    return parseJsonObject(body) !== null;
  } catch {
    return false;
  }
}

export const badDocument = (problem: string, cause?: unknown) =>
  new OAuthError('invalid_client', `the client ID metadata document ${problem}`, { status: 400, cause });

/** Milliseconds: by cache headers (RFC 9111 §4.2), from a minute to a day; else an hour (§5.2). */
export function documentLifetime(headers: AnsweredDocument['headers'], now: number): number {
  return Math.min(LONGEST, Math.max(SHORTEST, headerLifetime(headers, now)));
}

function headerLifetime(headers: AnsweredDocument['headers'], now: number): number {
  const text = (name: string) => String(headers[name] ?? '');
  const directives = text('cache-control').toLowerCase();
  if (/(^|[\s,])no-(store|cache)\b/.test(directives)) return 0;
  const age = /^\d{1,9}$/.test(text('age')) ? Number(text('age')) : 0;
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(directives)?.[1];
  if (maxAge !== undefined) return (Number(maxAge) - age) * 1000;
  if (text('expires') === '') return DEFAULT_LIFETIME;
  const expires = Date.parse(text('expires'));
  const date = Date.parse(text('date'));
  // RFC 9111 §5.3: an invalid date means expired.
  return Number.isNaN(expires) ? 0 : expires - (Number.isNaN(date) ? now : date) - age * 1000;
}
