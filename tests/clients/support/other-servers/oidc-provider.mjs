import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** oidc-provider as it comes, with its own pages; applications register themselves. */
const { issuer, port, rotates } = JSON.parse(process.argv[2]);
const provider = new Provider(issuer, {
  cookies: { keys: ['a-key-of-a-test'] },
  features: { registration: { enabled: true }, revocation: { enabled: true } },
  ...(rotates && { rotateRefreshToken: true }),
});
provider.on('server_error', (_, error) => console.error(error));

createServer(provider.callback()).listen(port, '127.0.0.1', () => process.send('started'));
process.on('disconnect', () => process.exit(0));
