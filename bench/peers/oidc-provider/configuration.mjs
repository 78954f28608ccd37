const RESOURCE = 'http://localhost:3001';
const DAY = 86_400;

/** The differences from the defaults make it do the same as ours. */
export const configuration = (adapter, jwk) => ({
  adapter,
  jwks: { keys: [jwk] },
  clients: [
    {
      client_id: 'benchmark',
      client_secret: 'benchmark-secret-benchmark-secret-benchmark',
      redirect_uris: ['https://client.example.com/callback'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  // Prepared codes wait before they are exchanged.
  ttl: {
    AuthorizationCode: 600,
    AccessToken: 14 * DAY,
    RefreshToken: 90 * DAY,
    Grant: 90 * DAY,
    Session: DAY,
    Interaction: 300,
  },
  cookies: { keys: ['benchmark'] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'notes:read notes:write',
        audience: RESOURCE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 14 * DAY,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
  pkce: { required: () => true },
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  rotateRefreshToken: true,
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
});
