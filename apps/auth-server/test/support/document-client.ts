import { type Application, CALLBACK, pkce } from './world';

const { verifier, challenge } = pkce();

/** What a client that is known by a metadata document sends along: it is public, and proves itself by PKCE. */
export const PKCE = { code_challenge: challenge, code_challenge_method: 'S256' };
export const EXCHANGE = { client_secret: undefined, code_verifier: verifier };

export const applicationOf = (client_id: string): Application => ({
  client_id,
  client_secret: '',
  redirect_uris: [CALLBACK],
});
