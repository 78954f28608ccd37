import type { INestApplication, Type } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { assemble } from '../src/assemble';
import { systemClock } from '../src/platform/config/clock';
import { readSettings } from '../src/platform/config/read-settings';
import { AccountChanges } from '../src/model/own-account/account-changes';
import { AccountRoles } from '../src/model/accounts/account-roles';
import { Units } from '../src/platform/database/units';
import { NestLogger, newLogger } from '../src/platform/http/server/logger';
import { cookieOf } from '@consentry/test-support/world/cookies';
import { DEVICE_CODE, TOKEN_EXCHANGE } from '@consentry/test-support/world/allowed';
import { beginDevice, decideDevice, poll, showDevice } from '@consentry/test-support/world/devices';
import { png } from '@consentry/test-support/world/images';
import { ClientKey, JWT_BEARER } from '@consentry/test-support/world/keyed-client';
import { twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  CALLBACK,
  authorizeUrl,
  type Tokens,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  query,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const ISSUER = 'http://localhost:3000';

/**
 * Tables that stay small whatever the number of accounts: keys, migrations, one row, mostly empty tables, due logout notices, a
 * statement's own values, and results: bounded by a LIMIT under that name, or of a query within, which is planned itself.
 */
export const SMALL =
  /^(signing_keys|master_key_checks|migrations|sqlite_master|changes|leases|revocation_logs|pending_revocations|waiting|bounded|\(subquery-\d+|\d+-ROW VALUES CLAUSE)\b/;

export const isQuery = (text: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text);

/** Runs the whole server in this process, so that a test sees its statements. */
export async function serveHere(env: Record<string, string>, more: readonly Type[] = [], logger = silentLogger()) {
  const settings = readSettings({ AUTH_URL: ISSUER, ...twoResources(), ...env });
  const { app, edge } = await assemble(settings, systemClock, { logger, nestLogger: new NestLogger(logger) }, more);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, edge, url: `http://127.0.0.1:${port}` };
}

function silentLogger() {
  const logger = newLogger();
  logger.level = 'silent';
  return logger;
}

/** Calls every route, with success and with errors. */
export async function useEverything(app: INestApplication, url: string): Promise<void> {
  const server = { url };
  const account = await signUp(server);
  const { session: headers } = account;
  const application = await register(server, account);
  const applicationUrl = `${url}/api/applications/${application.client_id}`;

  const tokens = await obtainTokens(server, account, application);
  const next = await refresh(server, tokens.refresh_token);
  await refresh(server, next.body.refresh_token, { scope: 'notes:read', ...pick(application) });
  await refresh(server, tokens.refresh_token);
  const code = await obtainCode(server, account, application);
  await exchange(server, application, code);
  await exchange(server, application, code);
  const { sessionID } = await requestConsent(server, account, application);
  await decide(server, account, sessionID, { is_rejected: true });
  await decide(server, account, sessionID);
  await pushAndDecide(server, account, application);
  await signInByKey(server, account);

  await call('POST', `${applicationUrl}/test-token`, { headers, body: { scope: 'notes:read' } });
  const secret = await call<{ id: string }>('POST', `${applicationUrl}/secrets`, { headers });
  await call('DELETE', `${applicationUrl}/secrets/${secret.body.id}`, { headers });
  await call('PATCH', applicationUrl, { headers, body: { name: 'New name', redirect_uris: [CALLBACK] } });
  await call('PATCH', applicationUrl, { headers, body: { logo_uri: 'http://localhost:9/logo.png' } });
  const image = png().toString('base64');
  const { body: shown } = await call<{ logo: string }>('PUT', `${applicationUrl}/logo`, { headers, body: { image } });
  await fetch(url + shown.logo);
  await call('DELETE', `${applicationUrl}/logo`, { headers });
  for (const enabled of [false, true]) await call('PATCH', applicationUrl, { headers, body: { enabled } });
  await call('GET', applicationUrl, { headers });
  await call('GET', `${applicationUrl}/usage`, { headers });
  await call('GET', `${url}/api/applications`, { headers });
  await useGrantTypes(app, server, account);
  const grants = await call<{ items: { id: string; connections: { id: string }[] }[] }>('GET', `${url}/api/grants`, {
    headers,
  });
  const narrower = { headers, body: { scopes: ['notes:read'] } };
  await app.get(AccountChanges).changeClaims((await signUp(server)).id, null);
  await call('PATCH', `${url}/api/grants/${grants.body.items[0]?.id}`, narrower);
  const grantUrl = `${url}/api/grants/${grants.body.items[0]?.id}`;
  await call('DELETE', `${grantUrl}/connections/${grants.body.items[0]?.connections[0]?.id}`, { headers });
  await call('DELETE', grantUrl, { headers });
  await giveBack(server, application, await obtainTokens(server, account, application));
  await call('DELETE', applicationUrl, { headers });
  await useAdministration(app, server);

  await call('POST', `${url}/api/accounts`, { body: { ...account, name: 'Twin' } });
  await call('POST', `${url}/api/session`, { body: { email: account.email, password: 'a wrong password' } });
  await call('GET', `${url}/api/session`, { headers });
  const other = { ...account, ...(await signIn(server, account)) };
  const waiting = await register(server, account, {
    backchannel_logout_uri: 'https://app.example.invalid/back-channel',
  });
  const { access_token } = await obtainTokens(server, other, waiting, { scope: 'openid', max_age: '60' });
  await call('GET', `${url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
  await call('GET', authorizeUrl(server, waiting, { prompt: 'login' }), { headers: other.session });
  await call('DELETE', `${url}/api/session`, { headers: other.session });
  const proof = { current_password: account.password };
  await call('PATCH', `${url}/api/account`, { headers, body: { name: 'Eve', password: 'another password', ...proof } });
  await register(server, account);
  await call('DELETE', `${url}/api/account`, { headers, body: { current_password: 'another password' } });
  for (const path of ['/health/ready', '/.well-known/jwks.json', '/oauth2/revocations']) await call('GET', url + path);
}

async function useAdministration(app: INestApplication, server: { url: string }): Promise<void> {
  const [admin, other] = [await signUp(server), await signUp(server)];
  for (const { id } of [admin, other]) await app.get(AccountRoles).give('admin', id, { address: null });
  const application = await register(server, other);
  await obtainTokens(server, other, application);
  const headers = cookieOf({ url: ISSUER }, admin);
  const [account, client] = [`/accounts/${other.id}`, `/applications/${application.client_id}`];
  const calls: [method: string, path: string, body?: object][] = [
    ...['/accounts', '/accounts?email=a', account, '/applications', client, '/resources', '/keys', '/events'].map(
      (path): [string, string] => ['GET', path],
    ),
    ...['registered_by=itself', `account_id=${other.id}`].map((it): [string, string] => ['GET', `/applications?${it}`]),
    ...['account_id', 'client_id', 'actor_id'].map((it): [string, string] => ['GET', `/events?${it}=${admin.id}`]),
    ...['kind=account.created&from=2026-01-01', `account_id=${other.email}`].map((it): [string, string] => [
      'GET',
      `/events?${it}`,
    ]),
    ['PATCH', client, { enabled: false }],
    ['PATCH', client, { enabled: true }],
    ['POST', `${account}/password-reset`],
    ['DELETE', `${account}/sessions`],
    ['DELETE', `${account}/grants`],
    ['PUT', `${account}/roles`, { roles: ['developer'] }],
    ['PATCH', account, { disabled: true }],
    ['PATCH', account, { disabled: false }],
    ['DELETE', client],
    ['DELETE', account],
    ['POST', '/keys/rotation'],
  ];
  for (const [method, path, body] of calls) {
    const { status, text } = await call(method, `${server.url}/api/admin${path}`, { headers, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  }
}

async function pushAndDecide(server: { url: string }, account: Account, application: Application): Promise<void> {
  const { client_id } = application;
  const request = { redirect_uri: CALLBACK, response_type: 'code', scope: 'notes:read', state: 'a-state' };
  const body = new URLSearchParams({ ...pick(application), ...request });
  const pushed = await call<{ request_uri: string }>('POST', `${server.url}/oauth2/par`, { body });
  const begun = query({ client_id, request_uri: pushed.body.request_uri });
  const { session: headers } = account;
  const screen = await call<{ sessionID: string }>('GET', `${server.url}/oauth2/authorize?${begun}`, { headers });
  await decide(server, account, screen.body.sessionID);
}

async function signInByKey(server: { url: string }, account: Account): Promise<void> {
  const key = await ClientKey.make();
  const keyed = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } };
  const { client_id: id } = await register(server, account, keyed);
  const exp = Math.floor(Date.now() / 1000) + 60;
  const client_assertion = await key.sign({ iss: id, sub: id, aud: 'http://localhost:3000', jti: id, exp });
  const grant = { grant_type: 'refresh_token', refresh_token: 'none', client_assertion_type: JWT_BEARER };
  const body = new URLSearchParams({ ...grant, client_assertion });
  const { error } = (await call('POST', `${server.url}/oauth2/token`, { body })).body;
  if (error !== 'invalid_grant') throw new Error(`sign-in by key: ${String(error)}`);
}

const pick = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
});

/** Introspects and revokes tokens. */
async function giveBack({ url }: { url: string }, application: Application, tokens: Tokens): Promise<void> {
  for (const path of ['introspect', 'revoke'])
    for (const token of [tokens.access_token, tokens.refresh_token])
      await call('POST', `${url}/oauth2/${path}`, { body: new URLSearchParams({ token, ...pick(application) }) });
}

/** All but the code and the refresh token. */
async function useGrantTypes(app: INestApplication, server: { url: string }, account: Account): Promise<void> {
  const application = await register(server, account);
  const grantTypes = ['client_credentials', DEVICE_CODE, TOKEN_EXCHANGE].join(' ');
  await app
    .get(Units)
    .run(
      'UPDATE clients SET grant_types = ?, own_scopes = ? WHERE client_id = ?',
      grantTypes,
      'notes:read',
      application.client_id,
    );

  const secret = { client_secret: application.client_secret };
  const rejected = await beginDevice(server, application, secret);
  await poll(server, application, rejected, secret);
  await poll(server, application, rejected, secret);
  await showDevice(server, account, 'BBBB-BBBB');
  await decideDevice(server, account, rejected.user_code, { is_rejected: true });
  const approved = await beginDevice(server, application, secret);
  await decideDevice(server, account, approved.user_code);
  const { body: ofDevice } = await poll(server, application, approved, secret);

  const ask = (parameters: Record<string, string>) =>
    call<{ access_token: string }>('POST', `${server.url}/oauth2/token`, {
      body: new URLSearchParams({ ...pick(application), ...parameters }),
    });
  const { body: own } = await ask({ grant_type: 'client_credentials' });
  for (const { access_token: token } of [ofDevice, own]) {
    const exchange = { grant_type: TOKEN_EXCHANGE, subject_token: token };
    const { status } = await ask({ ...exchange, subject_token_type: 'urn:ietf:params:oauth:token-type:access_token' });
    if (status !== 200) throw new Error(`token exchange: ${status}`);
  }
}
