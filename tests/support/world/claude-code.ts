/** The document at https://claude.ai/oauth/claude-code-client-metadata, but for its `client_id`, as recorded on 2026-08-25. */
export const CLAUDE_CODE = {
  client_name: 'Claude Code',
  client_uri: 'https://claude.ai',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

export const CLAUDE_CODE_PATH = '/oauth/claude-code-client-metadata';
