import { parseClientMetadata } from './metadata';
import type { ClientPolicy } from './problems';

const POLICY: ClientPolicy = {
  scopes: ['notes:read', 'notes:write'],
  idTokenAlgs: ['RS256', 'ES256'],
  allowLoopback: false,
};
const CURSOR_URI = 'cursor://anysphere.cursor-mcp/oauth/callback';
const OIDC_AGENT_URI = 'edu.kit.data.oidc-agent:/redirect';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The bodies that real clients send. */
const RECORDED = {
  // Hosted connectors of claude.ai and Claude Desktop: anthropics/claude-code#5826, anthropics/claude-ai-mcp#1043.
  'Claude, a hosted connector': {
    client_name: 'Claude',
    client_uri: 'https://claude.ai',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'notes:read notes:write openid profile email offline_access',
  },
  // Its `scope` is what the metadata lists; the port is that of the moment.
  'Claude Code': {
    client_name: 'Claude Code (notes)',
    redirect_uris: ['http://localhost:54545/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'notes:read notes:write openid profile email offline_access',
  },
  // microsoft/vscode, src/vs/base/common/oauth.ts, fetchDynamicRegistration.
  'VS Code': {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: ['authorization_code', 'refresh_token', DEVICE],
    response_types: ['code'],
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    scope: 'notes:read',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  // google-gemini/gemini-cli, packages/core/src/mcp/oauth-provider.ts, registerClient.
  'Gemini CLI': {
    client_name: 'Gemini CLI MCP Client',
    redirect_uris: ['http://localhost:7777/oauth/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    code_challenge_method: ['S256'],
    scope: '',
  },
  // erp-mafia/accounted#2225; better-auth/better-auth#10956 (version 3.13.25, which names no application_type).
  Cursor: {
    client_name: 'Cursor',
    redirect_uris: [CURSOR_URI, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  // oidc-agent-cli 4.2.6 of Debian 12, as it arrived.
  'oidc-agent, code flow': {
    application_type: 'web',
    client_name: 'oidc-agent:notes-host',
    response_types: ['code'],
    grant_types: ['refresh_token', 'authorization_code'],
    scope: 'openid offline_access',
    redirect_uris: ['http://localhost:4242', 'http://localhost:36311', 'http://localhost:8080', OIDC_AGENT_URI],
  },
  'oidc-agent, device flow': {
    application_type: 'web',
    client_name: 'oidc-agent:notes-host',
    response_types: [],
    grant_types: ['refresh_token', DEVICE],
    scope: 'openid offline_access',
    redirect_uris: ['http://localhost:4242', 'http://localhost:39423', 'http://localhost:8080', OIDC_AGENT_URI],
  },
  // libapache2-mod-auth-openidc 2.4.12.3 of Debian 12, as it arrived, at another address.
  mod_auth_openidc: {
    client_name: 'OpenID Connect Apache Module (mod_auth_openidc)',
    redirect_uris: ['https://app.example.com/callback'],
    response_types: ['code', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'],
    grant_types: ['authorization_code', 'implicit', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
    initiate_login_uri: 'https://app.example.com/callback',
    frontchannel_logout_uri: 'https://app.example.com/callback?logout=get',
    backchannel_logout_uri: 'https://app.example.com/callback?logout=backchannel',
    id_token_token_binding_cnf: 'tbh',
  },
} as const satisfies Record<string, Record<string, unknown>>;

const leftOutOf: Partial<Record<keyof typeof RECORDED, string>> = {
  Cursor: CURSOR_URI,
  // Without token_endpoint_auth_method it is confidential, and private-use schemes are for public clients.
  'oidc-agent, code flow': OIDC_AGENT_URI,
  'oidc-agent, device flow': OIDC_AGENT_URI,
};

describe('registrations as real clients send them', () => {
  it.each(Object.keys(RECORDED) as (keyof typeof RECORDED)[])('%s gets in', (name) => {
    const sent = RECORDED[name];
    const { client, leftOut } = parseClientMetadata(sent, POLICY);
    const uri = leftOutOf[name];
    expect(client).toMatchObject({
      name: sent.client_name,
      type:
        'token_endpoint_auth_method' in sent && sent.token_endpoint_auth_method === 'none' ? 'public' : 'confidential',
      redirectUris: sent.redirect_uris.filter((one) => one !== uri),
    });
    expect(leftOut.redirectUris.map((one) => one.uri)).toEqual(uri === undefined ? [] : [uri]);
  });

  it('Cursor gets all it sent where the operator lists its scheme', () => {
    const { client, leftOut } = parseClientMetadata(RECORDED.Cursor, { ...POLICY, privateUseSchemes: ['cursor'] });
    expect(client.redirectUris).toEqual(RECORDED.Cursor.redirect_uris);
    expect(leftOut.redirectUris).toEqual([]);
  });

  it("oidc-agent's device flow is refused in clear words where strangers have no device grant", () => {
    const parse = () =>
      parseClientMetadata(RECORDED['oidc-agent, device flow'], { ...POLICY, offersDeviceGrant: false });
    expect(parse).toThrow(
      /^invalid_client_metadata: grant_types must include authorization_code: DEVICE_GRANT_CLIENTS is developers here/,
    );
  });
});
