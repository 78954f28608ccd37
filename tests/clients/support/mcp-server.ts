import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import express, { type Request, type RequestHandler } from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call } from '@consentry/test-support/world/world';

/** An MCP server of the SDK's parts; requires tokens of its issuer for its URL with its scope. */
export class TestMcpServer {
  private constructor(
    private readonly http: Server,
    private readonly app: express.Express,
    readonly url: string,
    private readonly scope: string,
  ) {}

  /** Listens before it has an issuer: the issuer's settings need its URL. @param path empty: the root of its origin. */
  static async listen(path = '/mcp', scope = 'tools:use'): Promise<TestMcpServer> {
    const app = express();
    const http = app.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new TestMcpServer(http, app, `http://localhost:${(http.address() as AddressInfo).port}${path}`, scope);
  }

  /** Its entry in `RESOURCES_FILE`. */
  get resource() {
    return { url: this.url, name: 'Tools', scopes: [{ name: this.scope, description: 'Use the tools' }] };
  }

  async trust(issuer: { url: string }): Promise<void> {
    const { body } = await call<OAuthMetadata>('GET', `${issuer.url}/.well-known/oauth-authorization-server`);
    const resourceServerUrl = new URL(this.url);
    this.app.use(
      mcpAuthMetadataRouter({
        oauthMetadata: body,
        resourceServerUrl,
        scopesSupported: [this.scope],
      }) as RequestHandler,
    );
    const guard = requireBearerAuth({
      verifier: { verifyAccessToken: this.verifierOf(body) },
      requiredScopes: [this.scope],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
    });
    this.app.post(resourceServerUrl.pathname, guard, express.json(), this.answer);
  }

  /** Tokens it refuses as if they had expired. */
  readonly expired = new Set<string>();

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }

  private verifierOf({ issuer, jwks_uri: jwksUri }: OAuthMetadata & { jwks_uri?: unknown }) {
    const keys = createRemoteJWKSet(new URL(String(jwksUri)));
    return async (token: string): Promise<AuthInfo> => {
      if (this.expired.has(token)) throw new InvalidTokenError('the token expired');
      const { payload } = await jwtVerify(token, keys, { issuer, audience: this.url, typ: 'at+jwt' }).catch(() => {
        throw new InvalidTokenError('the token is not valid');
      });
      const { client_id: clientId, scope, exp, sub } = payload;
      return {
        token,
        clientId: String(clientId),
        scopes: String(scope).split(' '),
        expiresAt: exp ?? 0,
        extra: { sub },
      };
    };
  }

  private readonly answer: RequestHandler = async (request: Request & { auth?: AuthInfo }, response) => {
    const server = new McpServer({ name: 'tools', version: '1.0.0' });
    server.registerTool('whoami', { description: 'Who is asking' }, ({ authInfo }) => ({
      content: [{ type: 'text', text: `${String(authInfo?.extra?.['sub'])} by ${authInfo?.clientId}` }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
}
