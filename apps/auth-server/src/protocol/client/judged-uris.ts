import { OAuthError } from '../oauth-error';

/** Of a registration's URIs: what was not registered, and why (RFC 7591 §3.2.1). */
export interface LeftOutUri {
  uri: string;
  reason: string;
}

export interface LeftOut {
  redirectUris: readonly LeftOutUri[];
  postLogoutRedirectUris: readonly LeftOutUri[];
}

export interface JudgedUris {
  taken: string[];
  leftOut: LeftOutUri[];
}

/** An error names no more than these. */
const MOST_NAMED = 5;

export function judgeUris(uris: readonly string[], problemOf: (uri: string) => string | null): JudgedUris {
  const judged = uris.map((uri) => ({ uri, reason: problemOf(uri) }));
  const taken = judged.filter(({ reason }) => reason === null).map(({ uri }) => uri);
  const leftOut = judged.filter((one): one is LeftOutUri => one.reason !== null);
  return { taken, leftOut };
}

/** Refuses a registration of whose redirect URIs none is left. The texts are ours: a URI may hold any character. */
export function noRedirectUri(leftOut: readonly LeftOutUri[]): OAuthError {
  if (leftOut.length === 0) return new OAuthError('invalid_redirect_uri', 'redirect_uris must contain 1 to 20 URIs');
  const named = leftOut.slice(0, MOST_NAMED).map(({ reason }, at) => `redirect_uris[${at}] ${reason}`);
  const more = leftOut.length - named.length;
  const text = [...named, ...(more > 0 ? [`and ${more} more are not accepted`] : [])].join('; ');
  return new OAuthError('invalid_redirect_uri', text);
}
