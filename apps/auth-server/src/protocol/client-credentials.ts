import { timingSafeEqual } from 'node:crypto';
import type { ClientType } from './client';
import { OAuthError, invalidRequest } from './oauth-error';
import { hashToken } from './opaque-secret';
import { decodeFormValue } from './parameters';

/** How a client names itself at the token endpoint (RFC 6749 §2.3.1). */
export interface PresentedClient {
  clientId: string;
  secret: string | undefined;
  viaBasic: boolean;
}

/**
 * Reads the client's own words out of the header and the parameters. Another scheme than Basic is ignored here.
 *
 * @returns `null` where neither names a client.
 * @throws OAuthError `invalid_request` for two methods at once (RFC 6749 §2.3), `invalid_client` for a Basic header
 *   that cannot be read.
 */
export function parsePresentedClient(
  authorization: string | undefined,
  parameters: { client_id?: string; client_secret?: string },
): PresentedClient | null {
  const { client_id: clientId, client_secret: secret } = parameters;
  const basic = authorization === undefined ? null : parseBasic(authorization);
  if (basic !== null) {
    if (secret !== undefined)
      throw invalidRequest('send the client secret either by Basic or as a parameter, not both');
    if (clientId !== undefined && clientId !== basic.clientId)
      throw invalidRequest('client_id differs from the one in the Authorization header');
    return basic;
  }
  if (clientId !== undefined) return { clientId, secret, viaBasic: false };
  if (secret !== undefined) throw invalidRequest('client_secret was sent without client_id');
  return null;
}

function parseBasic(authorization: string): PresentedClient | null {
  const match = /^basic(?: +(.*))?$/i.exec(authorization);
  if (match === null) return null;
  const encoded = (match[1] ?? '').trim();
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || colon < 1) throw invalidClient(true);
  try {
    const secret = decodeFormValue(text.slice(colon + 1));
    const clientId = decodeFormValue(text.slice(0, colon));
    return { clientId, secret: secret === '' ? undefined : secret, viaBasic: true };
  } catch {
    throw invalidClient(true);
  }
}

/** The parts of a client that its authentication rests on. */
export interface KnownClient<Secret extends { hash: string }> {
  type: ClientType;
  enabled: boolean;
  secrets: readonly Secret[];
}

const NO_HASH = hashToken('no secret has this hash');

/**
 * Authenticates a client. Unknown, disabled, wrong and missing secrets get one body and cost the same work, so that
 * an attacker learns nothing of which client ids exist.
 *
 * @returns the secret that fitted; `undefined` for a public client, which has none.
 * @throws OAuthError `invalid_client`.
 */
export function authenticateClient<Secret extends { hash: string }>(
  client: KnownClient<Secret> | null,
  presented: PresentedClient,
): Secret | undefined {
  const hash = hashToken(presented.secret ?? '');
  const live = client?.secrets ?? [];
  const fitting = live.filter((secret) => isSameHash(secret.hash, hash));
  isSameHash(NO_HASH, hash);
  const proven =
    client?.type === 'public' ? presented.secret === undefined : presented.secret !== undefined && fitting.length > 0;
  if (client === null || !client.enabled || !proven) throw invalidClient(presented.viaBasic);
  return fitting[0];
}

const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function invalidClient(viaBasic: boolean): OAuthError {
  return new OAuthError('invalid_client', 'client authentication failed', {
    ...(viaBasic && { challenge: 'Basic realm="consentry", charset="UTF-8"' }),
  });
}
