import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import { newKnexAdapter } from './oidc-provider/knex-adapter.mjs';
import { newMemoryAdapter } from './oidc-provider/memory-adapter.mjs';
import { newSqliteAdapter } from './oidc-provider/sqlite-adapter.mjs';
import { configuration } from './oidc-provider/configuration.mjs';
import { interact } from './oidc-provider/interaction.mjs';

const ADAPTERS = { memory: newMemoryAdapter, sqlite: newSqliteAdapter, knex: newKnexAdapter };

/** oidc-provider with JWT access tokens for one resource, rotation and its own consent page. */
const [port, dir, storage] = process.argv.slice(2);
const adapter = ADAPTERS[storage](join(dir, 'oidc.sqlite'));
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'benchmark' };
const provider = new Provider(`http://127.0.0.1:${port}`, configuration(adapter, jwk));
provider.on('server_error', (_, error) => console.error(error));
const handle = provider.callback();

createServer((request, response) => {
  if (request.url === '/ready') return response.end('ready');
  if (!request.url.startsWith('/interaction/')) return handle(request, response);
  return interact(provider, request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(port), '127.0.0.1');
