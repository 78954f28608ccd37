import { createServer } from 'node:http';
import { join } from 'node:path';
import OAuth2Server from '@node-oauth/oauth2-server';
import { openDatabase } from './node-oauth/database.mjs';
import { Model } from './node-oauth/model.mjs';
import { Sessions } from './node-oauth/sessions.mjs';

const { Request, Response } = OAuth2Server;

/** The library has no HTTP server, storage, sign-in or consent: this adds the least, on node:http and SQLite. */
const [port, dir] = process.argv.slice(2);
const statements = openDatabase(join(dir, 'node-oauth.sqlite'));
const model = new Model(statements);
const sessions = new Sessions(statements);
const oauth = new OAuth2Server({ model, accessTokenLifetime: 1_209_600, refreshTokenLifetime: 7_776_000 });
const authenticateHandler = { handle: (request) => sessions.find(request.get('authorization')) };

const routes = {
  'POST /sessions': async ({ body }) => ({ status: 200, body: { session: sessions.begin(body.account) } }),
  'GET /authorize': showScreen,
  async 'POST /authorize'(request) {
    const response = new Response();
    await oauth.authorize(new Request(request), response, { authenticateHandler, authorizationCodeLifetime: 600 });
    return response;
  },
  async 'POST /token'(request) {
    const response = new Response();
    await oauth.token(new Request(request), response);
    return response;
  },
};

async function showScreen({ query, headers }) {
  const account = sessions.find(headers.authorization);
  const client = await model.getClient(query.client_id, null);
  if (!account || !client?.redirectUris.includes(query.redirect_uri))
    return { status: 400, body: { error: 'invalid_request' } };
  return { status: 200, body: { client: { id: client.id }, account, scope: query.scope } };
}

createServer(async (request, response) => {
  const { method, headers } = request;
  if (request.url === '/ready') return response.end('ready');
  const [path, query = ''] = request.url.split('?');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const call = { method, headers, query: read(query), body: read(Buffer.concat(chunks).toString()) };
  try {
    answer(response, await routes[`${method} ${path}`](call));
  } catch (error) {
    answer(response, { status: error.code ?? 500, body: { error: error.name, error_description: error.message } });
  }
}).listen(Number(port), '127.0.0.1');

const read = (text) => Object.fromEntries(new URLSearchParams(text));

function answer(response, { status, headers, body }) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
