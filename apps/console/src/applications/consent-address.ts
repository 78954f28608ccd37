import type { Application } from '../api/api';
import { random } from '../random';

/**
 * A request of the application as its own people would arrive with it. Nobody has the verifier, so that a code that
 * comes of it is good for nothing.
 */
export function consentAddress({ client_id, redirect_uris: [redirectUri = ''] }: Application): string {
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    state: random(),
    code_challenge: random(),
    code_challenge_method: 'S256',
    // Also where everything was allowed before.
    prompt: 'consent',
  };
  return `/oauth2/authorize?${new URLSearchParams(query).toString()}`;
}
