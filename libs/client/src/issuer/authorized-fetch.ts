import * as client from 'openid-client';

import type { DpopJwk } from '../tokens/person-tokens.ts';
import { proofsBy } from './dpop-key.ts';

/** A request whose body can be sent again. */
export interface RepeatableRequest {
  readonly request: Request;
  readonly body: ArrayBuffer | null;
}

interface Answer {
  readonly response: Response;
  /** Whether the API refused the token itself: `invalid_token` (RFC 6750 §3.1). */
  readonly isTokenRefused: boolean;
}

/** Sends a request with the token, and a DPoP proof if the token is bound to a key. Follows no redirect. */
export async function sendWithToken(
  { request, body }: RepeatableRequest,
  { accessToken, dpop }: { accessToken: string; dpop?: DpopJwk | undefined },
): Promise<Answer> {
  const url = new URL(request.url);
  const config = configFor(request, url);
  const options = dpop === undefined ? {} : { DPoP: await proofsBy(dpop, config) };
  const headers = new Headers(request.headers);
  try {
    const response = await client.fetchProtectedResource(
      config,
      accessToken,
      url,
      request.method,
      body,
      headers,
      options,
    );
    return { response, isTokenRefused: false };
  } catch (error) {
    // An aborted call rejects with the signal's reason, as with `fetch`; openid-client wraps that reason.
    request.signal.throwIfAborted();
    if (!(error instanceof client.WWWAuthenticateChallengeError)) throw error;
    const isTokenRefused = error.cause.some(({ parameters }) => parameters.error === 'invalid_token');
    return { response: error.response, isTokenRefused };
  }
}

/** openid-client takes no signal per call, so its `customFetch` adds the request's. */
function configFor({ signal }: Request, { origin, protocol }: URL): client.Configuration {
  const config = new client.Configuration({ issuer: origin }, 'none');
  config.timeout = 0;
  config[client.customFetch] = (url, options) => fetch(url, { ...(options as RequestInit), signal });
  if (protocol === 'http:') client.allowInsecureRequests(config);
  return config;
}
