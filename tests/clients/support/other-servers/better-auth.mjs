import { createServer } from 'node:http';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { getAuthTables } from 'better-auth/db';
import { toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';

/** better-auth with its OAuth provider as documented; applications register themselves. */
const { issuer, port, refreshTokenReuseInterval } = JSON.parse(process.argv[2]);
const tables = {};
const auth = betterAuth({
  baseURL: issuer,
  secret: 'a-secret-of-a-test-that-is-long-enough',
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    jwt(),
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      allowDynamicClientRegistration: true,
      allowUnauthenticatedClientRegistration: true,
      refreshTokenReuseInterval,
    }),
  ],
});

for (const { modelName } of Object.values(getAuthTables(auth.options))) tables[modelName] = [];

createServer(toNodeHandler(auth)).listen(port, '127.0.0.1', () => process.send('started'));
process.on('disconnect', () => process.exit(0));
