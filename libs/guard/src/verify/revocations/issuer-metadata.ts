import { boundedText } from '../bounded-text.ts';
import { callIssuer } from '../issuer-call.ts';
import { isJsonObject } from '../token/strict-json.ts';

const TIMEOUT = 5_000;
const MOST_BYTES = 262_144;

/** An issuer whose feed is 404, by its metadata (RFC 8414 §3, OpenID Connect Discovery §4). */
export type FeedClaim = { readonly isNone: true } | { readonly isNone: false; readonly why: string };

/** Whether an issuer says itself that it publishes no revocations; an answer of something else says nothing. */
export async function feedClaimOf(issuer: string): Promise<FeedClaim> {
  for (const url of metadataUrls(issuer)) {
    const metadata = await fetchMetadata(url).catch(() => undefined);
    if (metadata?.issuer !== issuer) continue;
    const { revocations_uri: named } = metadata;
    if (named === undefined) return { isNone: true };
    return { isNone: false, why: `the metadata of the issuer names ${JSON.stringify(named)}` };
  }
  return {
    isNone: false,
    why: 'the metadata of the issuer does not say that it has none (if so, set revocations: false)',
  };
}

function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function fetchMetadata(url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const headers = { accept: 'application/json' };
  const response = await callIssuer(url, { headers, signal: AbortSignal.timeout(TIMEOUT) });
  if (response.status === 200) {
    const value: unknown = JSON.parse(await boundedText(response, MOST_BYTES));
    return isJsonObject(value) ? value : undefined;
  }
  await response.body?.cancel();
  return undefined;
}
