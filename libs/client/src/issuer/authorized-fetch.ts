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
  /** Whether the API takes this token no longer (RFC 6750 §3.1). */
  readonly isTokenRefused: boolean;
}

/** Sends a request with the token, and with a proof where it is bound to a key. Redirects are not followed. */
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
    // As fetch does, whatever openid-client made of it.
    request.signal.throwIfAborted();
    if (!(error instanceof client.WWWAuthenticateChallengeError)) throw error;
    const isTokenRefused = error.cause.some(({ parameters }) => parameters.error === 'invalid_token');
    return { response: error.response, isTokenRefused };
  }
}

/** openid-client has no signal for a call: its own fetch passes ours on. */
function configFor({ signal }: Request, { origin, protocol }: URL): client.Configuration {
  const config = new client.Configuration({ issuer: origin }, 'none');
  config.timeout = 0;
  config[client.customFetch] = (url, options) => fetch(url, { ...(options as RequestInit), signal });
  if (protocol === 'http:') client.allowInsecureRequests(config);
  return config;
}
