import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

/** What the SDK stores between its steps. */
export class McpCredentials implements OAuthClientProvider {
  asked: URL | undefined;
  kept: OAuthTokens | undefined;
  private verifier = '';

  /** @param client an earlier registration. @param clientMetadataUrl its Client ID Metadata Document. */
  constructor(
    readonly redirectUrl: string,
    private client?: OAuthClientInformationMixed,
    readonly clientMetadataUrl = '',
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'MCP client',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state = () => 'a-state-of-its-own';
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;

  /** The SDK calls this when the server refuses stored credentials. */
  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
  }
}

/** What a version of the SDK exports for clients. */
export interface McpSdk {
  Client: typeof Client;
  StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
}

/** An MCP client that knows only a server's URL. */
export class McpClient {
  private transport: StreamableHTTPClientTransport;

  /** @param sdk the newest one, unless another is handed in. */
  constructor(
    private readonly url: string,
    readonly credentials: McpCredentials,
    private readonly sdk: McpSdk = { Client, StreamableHTTPClientTransport },
  ) {
    this.transport = this.newTransport();
  }

  whoAmI = () => this.call('whoami');

  /** Calls a tool. @throws UnauthorizedError when the account must go to `credentials.asked`. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const client = new this.sdk.Client({ name: 'client', version: '1.0.0' });
    this.transport = this.newTransport();
    await client.connect(this.transport);
    const { content } = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] };
    await client.close();
    return content[0]?.text ?? '';
  }

  /** Continues with the URL to which the account was redirected. */
  async finish(arrived: URL): Promise<void> {
    await this.transport.finishAuth(arrived.searchParams.get('code') ?? '');
  }

  private newTransport = () =>
    new this.sdk.StreamableHTTPClientTransport(new URL(this.url), { authProvider: this.credentials });
}
