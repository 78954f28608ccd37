import * as oauth from 'oauth4webapi';
import type { FapiClient } from '@consentry/test-support/world/fapi-client';
import { CALLBACK, decide } from '@consentry/test-support/world/world';

/**
 * An independent client, unmodified: PAR, DPoP, private_key_jwt, `iss`, the ID token, userinfo and a refresh.
 *
 * @returns what it was told of its first tokens.
 */
export async function throughOauth4webapi({ server, account, id, key, proof, visit }: FapiClient) {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(server.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const client: oauth.Client = { client_id: id, id_token_signed_response_alg: 'ES256' };
  const authentication = oauth.PrivateKeyJwt({ key: key.privateKey, kid: String(key.jwk.kid) });
  const options = { ...insecure, DPoP: oauth.DPoP(client, await oauth.generateKeyPair('ES256')) };
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const challenge = { code_challenge: proof.challenge, code_challenge_method: 'S256' };
  const request = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid notes:read', state, nonce };
  const { request_uri } = await oauth.processPushedAuthorizationResponse(
    as,
    client,
    await oauth.pushedAuthorizationRequest(as, client, authentication, { ...request, ...challenge }, options),
  );
  const { headers, status } = await decide(server, account, (await visit(request_uri)).body.sessionID);
  const answer = oauth.validateAuthResponse(as, client, new URL(headers.get('location') ?? ''), state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, authentication, answer, CALLBACK, proof.verifier, options),
    { expectedNonce: nonce, requireIdToken: true },
  );
  const userinfo = await oauth.userInfoRequest(as, client, tokens.access_token, options);
  await oauth.processUserInfoResponse(as, client, account.id, userinfo);
  const refreshed = oauth.refreshTokenGrantRequest(as, client, authentication, tokens.refresh_token ?? '', options);
  await oauth.processRefreshTokenResponse(as, client, await refreshed);
  return { redirected: status, type: tokens.token_type, life: tokens.expires_in };
}
