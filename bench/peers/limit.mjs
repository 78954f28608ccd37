import { createServer } from 'node:http';
import { join } from 'node:path';
import { Units } from './limit/units.mjs';
import { parseForm } from './limit/form.mjs';
import { issueCode, issueOwn, redeem, rotate } from './limit/grants.mjs';
import { Refusal } from './limit/refusal.mjs';

/**
 * The least work with the auth server's guarantees, on node:http: no framework, routes, scopes or events, one
 * application.
 */
const [port, dir] = process.argv.slice(2);
const units = new Units(join(dir, 'limit.sqlite'));

const grants = { authorization_code: redeem, refresh_token: rotate, client_credentials: issueOwn };

const routes = {
  '/token': (form) => findGrant(form)(units, form),
  '/codes': (form) => issueCode(units, form),
};

const server = createServer((request, response) => {
  if (request.url === '/ready') return response.end('ready');
  const handle = request.method === 'POST' ? routes[request.url] : undefined;
  if (handle === undefined) return answer(response, 404, { error: 'invalid_request' });
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      answer(response, 200, await handle(parseForm(request.headers['content-type'], chunks)));
    } catch (error) {
      answer(response, error.status ?? 500, { error: error.message });
    }
  });
});
server.listen(Number(port), '127.0.0.1');

function findGrant({ grant_type: type }) {
  if (!Object.hasOwn(grants, type)) throw new Refusal('unsupported_grant_type');
  return grants[type];
}

function answer(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  });
  response.end(body);
}
