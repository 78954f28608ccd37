import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** oidc-provider as it comes, with its own pages; applications register themselves. `person`: claims of all. */
const { issuer, port, rotates, person } = JSON.parse(process.argv[2]);
const provider = new Provider(issuer, {
  cookies: { keys: ['a-key-of-a-test'] },
  features: { registration: { enabled: true }, revocation: { enabled: true } },
  ...(rotates && { rotateRefreshToken: true }),
  ...(person && {
    claims: { profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...person }) }),
  }),
});
provider.on('server_error', (_, error) => console.error(error));

createServer(provider.callback()).listen(port, '127.0.0.1', () => process.send('started'));
process.on('disconnect', () => process.exit(0));
