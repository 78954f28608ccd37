import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { freePort } from './support/free-port';
import { Issuer } from './support/issuer';
import { Service } from './support/service';

/** An MCP client finds the authorization server by the service's URL (RFC 9728). */
describe('the metadata of the service', () => {
  let issuer: Issuer;

  beforeAll(async () => {
    issuer = await Issuer.listen();
  });
  afterAll(() => issuer.close());

  it.each(['', '/below/a/path'])('is found by a refused call, where BASE_URL ends in "%s"', async (path) => {
    const port = await freePort();
    const baseUrl = `http://localhost:${port}${path}`;
    const service = await Service.start({ AUTH_URL: issuer.url, BASE_URL: baseUrl });
    try {
      const refused = await fetch(`${service.url}/notes`);
      expect(refused.status).toBe(401);
      const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
      const metadata = await discoverOAuthProtectedResourceMetadata(service.url, {
        resourceMetadataUrl: resourceMetadataUrl ?? 'none',
      });
      expect(metadata).toEqual({
        resource: service.url,
        authorization_servers: [issuer.url],
        scopes_supported: ['notes:read', 'notes:write'],
        bearer_methods_supported: ['header'],
      });
    } finally {
      await service.stop();
    }
  });
});
