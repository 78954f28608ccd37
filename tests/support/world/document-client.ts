import { type Application, CALLBACK, pkce } from './world';

const { verifier, challenge } = pkce();

/** A client known by a metadata document is public and uses PKCE. */
export const PKCE = { code_challenge: challenge, code_challenge_method: 'S256' };
export const EXCHANGE = { client_secret: undefined, code_verifier: verifier };

export const applicationOf = (client_id: string): Application => ({
  client_id,
  client_secret: '',
  redirect_uris: [CALLBACK],
});
