import { createDecipheriv, createPrivateKey, hkdfSync } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILES, engine } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { JWT_BEARER, KeyedClient } from '@consentry/test-support/world/keyed-client';
import { TestServer } from '@consentry/test-support/server/server';
import { everythingStored, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  CALLBACK,
  call,
  decide,
  exchange,
  obtainTokens,
  pkce,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

/** A secret with a name for messages. */
interface Secret {
  name: string;
  value: Buffer;
}

/** Every secret of a run, in each form in which it could be stored. */
class Secrets {
  readonly seen: Secret[] = [];

  add(name: string, text: string): void {
    this.seen.push({ name, value: Buffer.from(text) });
    const encoded = encodeURIComponent(text);
    if (encoded !== text) this.seen.push({ name: `${name}, encoded`, value: Buffer.from(encoded) });
    this.seen.push({ name: `${name}, base64`, value: Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)) });
  }

  addBytes(name: string, bytes: Buffer): void {
    this.seen.push({ name: `${name}, raw`, value: bytes });
    this.seen.push({ name: `${name}, hex`, value: Buffer.from(bytes.toString('hex')) });
    this.seen.push({ name: `${name}, base64url`, value: Buffer.from(bytes.toString('base64url')) });
    this.seen.push({ name: `${name}, base64`, value: Buffer.from(bytes.toString('base64')) });
  }

  /** The names of the secrets in a text or file. */
  foundIn(bytes: Buffer): string[] {
    return this.seen.filter(({ value }) => bytes.includes(value)).map(({ name }) => name);
  }
}

/** Uses every feature that handles a secret, with failures. */
async function wholeRun(server: TestServer, secrets: Secrets): Promise<Account> {
  const password = 'first pass&word=1 %';
  const account = await signUp(server, { password });
  secrets.add('password', password);
  secrets.add('session token', account.sessionToken);
  secrets.add('wrong password', 'wrong pass&word=1 %');
  await call('POST', `${server.url}/api/session`, { body: { email: account.email, password: 'wrong pass&word=1 %' } });
  await call('POST', `${server.url}/api/accounts`, { body: '{"password":"wrong pass&word=1 %"' });

  const application = await register(server, account);
  secrets.add('client secret', application.client_secret);
  const applicationUrl = `${server.url}/api/applications/${application.client_id}`;
  const { headers } = { headers: account.session };
  const second = await call<{ secret: string }>('POST', `${applicationUrl}/secrets`, { headers });
  secrets.add(
    'second client secret',
    Object.values(second.body).find((value) => /^csy_secret_/.test(String(value)))!,
  );

  const { verifier, challenge } = pkce();
  secrets.add('code verifier', verifier);
  const screen = await requestConsent(server, account, application, {
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  secrets.add('session id', screen.sessionID);
  const decision = await decide(server, account, screen.sessionID);
  const code = new URL(decision.headers.get('location')!).searchParams.get('code')!;
  secrets.add('code', code);
  secrets.add('wrong secret', 'csy_secret_wrong-one');
  await exchange(server, application, code, { client_secret: 'csy_secret_wrong-one' });
  const tokens = await exchange(server, application, code, { code_verifier: verifier });
  await exchange(server, application, code, { code_verifier: verifier });

  const family = await obtainTokens(server, account, application);
  const next = await refresh(server, family.refresh_token);
  const basic = Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64');
  secrets.add('Basic credentials', basic);
  const posted = await call<typeof family>('POST', `${server.url}/oauth2/token`, {
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: next.body.refresh_token }),
  });
  const test = await call<typeof family>('POST', `${applicationUrl}/test-token`, {
    headers,
    body: { scope: 'notes:read' },
  });
  await refresh(server, family.refresh_token); // A replay is logged.
  for (const [at, given] of [tokens.body, family, next.body, posted.body, test.body].entries()) {
    secrets.add(`refresh token ${at}`, given.refresh_token);
    secrets.add(`access token ${at}`, given.access_token);
    secrets.add(`signature of access token ${at}`, given.access_token.split('.')[2]!);
  }

  const change = { password: 'second pass&word=2 %', current_password: password };
  secrets.add('second password', change.password);
  await call('PATCH', `${server.url}/api/account`, { headers, body: change });
  const again = await signIn(server, { email: account.email, password: change.password });
  secrets.add('second session token', again.sessionToken);
  await call('GET', `${server.url}/nowhere?code=${encodeURIComponent(code)}`);
  return { ...account, ...again };
}

/** Pushes a request with each client authentication, and a signed one; it is stored until the decision. */
async function pushRequests(server: TestServer, account: Account, secrets: Secrets): Promise<void> {
  const application = await register(server, account);
  const publicOne = await register(server, account, { client_type: 'public' });
  const keyed = await KeyedClient.register(server, account);
  const { client_id, client_secret } = application;
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const [assertion, other] = [await keyed.assertion(), await keyed.assertion()];
  for (const [name, text] of Object.entries({ 'pushing secret': client_secret, 'pushing Basic': basic }))
    secrets.add(name, text);
  for (const [at, text] of [assertion, other].entries()) {
    secrets.add(`assertion ${at}`, text);
    secrets.add(`signature of assertion ${at}`, text.split('.')[2]!);
  }
  const { challenge } = pkce();
  const request = {
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'notes:read',
    state: 'a-pushed-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const asserted = { client_assertion_type: JWT_BEARER, client_assertion: assertion };
  const object = await keyed.requestObject();
  secrets.add('signature of a request object', object.split('.')[2]!);
  const calls: [Record<string, string>, Record<string, string>][] = [
    [{ ...request }, { authorization: `Basic ${basic}` }],
    [{ ...request, client_id, client_secret }, {}],
    [{ ...request, ...asserted }, {}],
    [{ request: object, ...asserted, client_assertion: other }, {}],
    [{ ...request, client_id: publicOne.client_id }, {}],
  ];
  for (const [parameters, headers] of calls) {
    const body = new URLSearchParams(parameters);
    const pushed = await call<{ request_uri: string }>('POST', `${server.url}/oauth2/par`, { headers, body });
    if (pushed.status !== 201) throw new Error(`push: ${pushed.status} ${pushed.text}`);
    secrets.add('request_uri', pushed.body.request_uri.split(':').at(-1)!);
  }
}

/** Unseals the private keys as the server does. */
async function addKeys(secrets: Secrets, dataDir: string): Promise<void> {
  const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64url');
  secrets.addBytes('master key', masterKey);
  for (const label of ['sealing', 'refresh', 'session'])
    secrets.addBytes(
      `${label} key`,
      Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `consentry/${label}/1`, 32)),
    );
  const sealing = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'consentry/sealing/1', 32));
  const rows = await storedRows<{ kid: string; sealed: string }>(
    { dataDir },
    'SELECT kid, sealed_private_key AS sealed FROM signing_keys',
  );
  for (const { kid, sealed } of rows) {
    const bytes = Buffer.from(sealed.replace('v1.', ''), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(kid));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const der = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    const jwk = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
    secrets.addBytes('private key', der);
    secrets.addBytes('private key, d', Buffer.from(jwk.d!, 'base64url'));
  }
}

describe('secrets at rest and in logs', () => {
  const server = givenServer({ env: { PASSWORD_HASHES: 'real' } });
  const secrets = new Secrets();

  beforeAll(async () => {
    const account = await wholeRun(server, secrets);
    await pushRequests(server, account, secrets);
    await addKeys(secrets, server.dataDir);
  });

  it('are looked for by what would be found: what is kept on purpose is', async () => {
    expect(await everythingStored(server)).toContain('https://app.example.com/callback');
    const files = readdirSync(server.dataDir).map((name) => readFileSync(join(server.dataDir, name)));
    expect(files.some((bytes) => bytes.includes('https://app.example.com/callback'))).toBe(engine === 'sqlite');
    await server.logged('"path":"/oauth2/access_token","status":200');
    await server.logged('was replayed');
    expect(secrets.foundIn(readFileSync(join(server.dataDir, 'master.key')))).toEqual(['master key, base64url']);
    expect(secrets.seen.length).toBeGreaterThan(80);
    for (const { name, value } of secrets.seen) expect([name, value.length > 12]).toEqual([name, true]);
  });

  it('are in no line of the log', () => {
    expect(secrets.foundIn(Buffer.from(server.output))).toEqual([]);
    expect(server.output).not.toMatch(/SELECT|INSERT|UPDATE /);
  });

  it('are in no row of any table', async () => {
    expect(secrets.foundIn(Buffer.from(await everythingStored(server)))).toEqual([]);
  });

  it('are in no file of the data folder, while it runs and after it stopped', async () => {
    const found = () =>
      readdirSync(server.dataDir)
        .filter((name) => name !== 'master.key')
        .map((name) => [name, secrets.foundIn(readFileSync(join(server.dataDir, name)))]);
    const whileRunning = engine === 'sqlite' ? [...DATABASE_FILES, 'auth.sqlite-shm', 'auth.sqlite-wal'] : [];
    expect(found()).toEqual(whileRunning.map((name) => [name, []]));
    await server.stop();
    expect(found()).toEqual(DATABASE_FILES.map((name) => [name, []]));
    expect(secrets.foundIn(Buffer.from(server.output))).toEqual([]);
  });

  const column = async (name: string, table: string) =>
    (await storedRows<{ value: string }>(server, `SELECT ${name} AS value FROM ${table}`)).map(({ value }) => value);

  it('keeps of a pushed request the parameters of an authorization request alone, however it was pushed', async () => {
    const kept = (await column('parameters', 'pushed_requests')).map((text) => Object.keys(JSON.parse(text) as object));
    const plain = ['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri'];
    const named = [...plain, 'response_type', 'scope', 'state'];
    const signed = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'];
    expect(kept.map((names) => names.sort().join(' ')).sort()).toEqual(
      [named, named, named, named, signed].map((names) => names.join(' ')).sort(),
    );
  });

  it('keeps passwords with Argon2id, and of random secrets SHA-256 alone, behind the time where they hold one', async () => {
    const passwords = await column('password_hash', 'accounts');
    expect(passwords).not.toEqual([]);
    for (const hash of passwords) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const timed = /^[0-9a-f]{12}[A-Za-z0-9_-]{43}$/;
    const forms = { client_secrets: /^[0-9a-f]{64}$/, authorization_codes: timed, consent_sessions: timed };
    for (const [table, form] of Object.entries(forms)) {
      const hashes = await column('hash', table);
      expect(hashes).not.toEqual([]);
      for (const hash of hashes) expect(hash).toMatch(form);
    }
  });

  it('keeps private keys sealed, each in its own row', async () => {
    const sealed = await column('sealed_private_key', 'signing_keys');
    expect(sealed.length).toBeGreaterThan(0);
    for (const text of sealed) expect(text).toMatch(/^v1\.[A-Za-z0-9_-]{100,}$/);
    for (const jwk of await column('public_jwk', 'signing_keys')) expect(JSON.parse(jwk)).not.toHaveProperty('d');
  });
});
