import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';
import Database from 'better-sqlite3';

const DAY = 86_400;
const RESOURCE = 'http://localhost:3001';

/** better-auth with its OAuth provider as documented, on SQLite, without rate limit. */
const [port, dir] = process.argv.slice(2);
const database = new Database(join(dir, 'better-auth.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: randomBytes(32).toString('base64url'),
  database,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  disabledPaths: ['/token'],
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: 'ES256' } } }),
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      scopes: ['notes:read', 'notes:write', 'offline_access'],
      // Without a resource the access token is opaque.
      resources: [{ identifier: RESOURCE, accessTokenTtl: 14 * DAY }],
      clientRegistrationDefaultResources: [RESOURCE],
      clientPrivileges: () => true,
      refreshTokenExpiresIn: 90 * DAY,
      codeExpiresIn: 600,
    }),
  ],
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();

const handle = toNodeHandler(auth);
createServer((request, response) => {
  if (request.url === '/ready') return response.end('ready');
  if (request.url.startsWith('/own-scopes?')) return grantOwnScopes(request, response);
  return handle(request, response);
}).listen(Number(port), '127.0.0.1');

/** For the load: an application's own scopes cannot be set over HTTP. */
async function grantOwnScopes({ url, headers }, response) {
  const client_id = new URLSearchParams(url.slice(url.indexOf('?'))).get('client_id');
  const update = { client_credentials_scopes: ['notes:read'] };
  await auth.api.adminUpdateOAuthClient({ body: { client_id, update }, headers: fromNodeHeaders(headers) });
  response.end('granted');
}
