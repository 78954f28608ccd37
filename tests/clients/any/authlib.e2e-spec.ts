import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { visit } from '@consentry/test-support/browser/visit';
import { CALLBACK, register } from '@consentry/test-support/world/world';

// Debian's packages belong to its own Python.
const PYTHON = ['/usr/bin/python3', 'python3'].find((python) => runs(python, '-c', 'import authlib, requests'));

type Json = Record<string, unknown>;

describeInstalled('Authlib', PYTHON !== undefined, 'python3-authlib', () => {
  const server = givenServer();
  const account = givenAccount(server);

  /** Runs the relying party. @returns its claims and userinfo. */
  async function run(given: Json): Promise<Record<'claims' | 'userinfo' | 'token' | 'refreshed', Json> & Json> {
    const script = join(__dirname, '../support/authlib-client.py');
    const child = spawn(PYTHON ?? '', [script, JSON.stringify(given)], { stdio: ['pipe', 'pipe', 'pipe'] });
    let faults = '';
    child.stderr.on('data', (chunk) => (faults += String(chunk)));
    const closed = once(child, 'close');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const read = async () => {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done) throw new Error(faults);
      return JSON.parse(value) as unknown;
    };
    child.stdin.end(`${JSON.stringify(await visit(server, account, (await read()) as string))}\n`);
    const told = (await read()) as Awaited<ReturnType<typeof run>>;
    await closed;
    return told;
  }

  it.each(['client_secret_basic', 'client_secret_post', 'none'])(
    'discovery, code with PKCE, ID token, userinfo and refresh by %s',
    async (method) => {
      const fields = method === 'none' ? { client_type: 'public' } : {};
      const { client_id, client_secret } = await register(server, account, fields);
      const credentials = { client_id, ...(method !== 'none' && { client_secret }) };
      const scope = 'openid profile email notes:read';
      const told = await run({ issuer: server.url, redirect_uri: CALLBACK, scope, method, ...credentials });

      const { id: sub, email } = account;
      expect(told.claims).toMatchObject({ iss: server.url, sub, aud: client_id });
      expect(told.userinfo).toMatchObject({ sub, email });
      expect(told.refreshed['refresh_token']).not.toBe(told.token['refresh_token']);
      if (method === 'none') return;
      expect(told['introspected']).toMatchObject({ active: true, sub, client_id, scope });
      expect([told['revoked'], told['afterwards']]).toEqual([200, { active: false }]);
    },
  );

  // Its assertions name the called endpoint as aud, for an hour.
  it('private_key_jwt, unmodified, where the application has client_assertion_audience any', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const jwks = { keys: [createPublicKey(publicKey).export({ format: 'jwk' })] };
    const method = 'private_key_jwt';
    const fields = { token_endpoint_auth_method: method, jwks };
    const { client_id } = await register(server, account, { ...fields, client_assertion_audience: 'any' });
    const { client_id: by_default } = await register(server, account, fields);
    const scope = 'openid notes:read';
    const keyed = { client_id, client_secret: privateKey, by_default };
    const told = await run({ issuer: server.url, redirect_uri: CALLBACK, scope, method, ...keyed });

    expect(told.claims).toMatchObject({ iss: server.url, sub: account.id, aud: client_id });
    expect(told['introspected']).toMatchObject({ active: true, client_id });
    expect([told['revoked'], told['afterwards']]).toEqual([200, { active: false }]);
    expect(told['by_default']).toEqual({
      error: 'invalid_client',
      error_description: expect.stringContaining(
        'unless client_assertion_audience of the application is any',
      ) as string,
    });
  });
});
