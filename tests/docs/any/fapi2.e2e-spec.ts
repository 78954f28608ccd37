import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { freePort } from '@consentry/test-support/server/ports';
import { settingsOf } from '@consentry/test-support/docs/production-page';
import { freshDir } from '@consentry/test-support/server/server';
import { type Application, call, decide, register } from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/how-to/fapi2.md');
const PRINTED = '"<what make-key.mjs printed>"';

describe('docs/how-to/fapi2.md', () => {
  const folder = freshDir();
  const server = givenServer({ env: settingsOf(BLOCKS.get('fapi-environment')!) });
  const account = givenAccount(server);
  let port: string;

  beforeAll(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    port = String(await freePort());
  });

  /** Runs the page's program that makes a key. @returns what the page has registered with it. */
  function registration(): Record<string, unknown> {
    writeFileSync(join(folder, 'make-key.mjs'), adapted(BLOCKS.get('fapi-key'), {}));
    const printed = execFileSync(process.execPath, ['make-key.mjs'], { cwd: folder, encoding: 'utf8' });
    const fields = adapted(BLOCKS.get('fapi-registration'), { [PRINTED]: printed, '4000': port });
    return JSON.parse(fields) as Record<string, unknown>;
  }

  function start({ client_id: CLIENT_ID }: Application): ChildProcess {
    const [discovered, loopback] = [
      'client.PrivateKeyJwt({ key, kid: jwk.kid }),\n',
      '{ execute: [client.allowInsecureRequests] }',
    ];
    const program = adapted(BLOCKS.get('fapi-sign-in'), { [discovered]: `${discovered}${loopback},\n`, '4000': port });
    writeFileSync(join(folder, 'sign-in.mjs'), program);
    const env = { PATH: process.env['PATH'], ISSUER: server.url, CLIENT_ID };
    return spawn(process.execPath, ['sign-in.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  it('has the metadata that it shows', async () => {
    expect(BLOCKS.get('fapi-metadata')).toBe(
      'curl -fsS https://auth.example.com/.well-known/oauth-authorization-server\n',
    );
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject(JSON.parse(BLOCKS.get('fapi-said')!) as object);
  });

  it('registers and signs in by its programs', async () => {
    const application = await register(server, account, registration());
    expect(application).toMatchObject({
      require_pushed_authorization_requests: true,
      require_pkce: true,
      dpop_bound_access_tokens: true,
    });
    const program = start(application);
    const failed = once(program.stderr!, 'data').then(([text]) => Promise.reject(new Error(String(text))));
    const lines = createInterface({ input: program.stdout! })[Symbol.asyncIterator]();
    const next = async () => String((await Promise.race([lines.next(), failed])).value);
    const address = (await next()).replace('Open ', '');
    const { body } = await call<{ sessionID: string }>('GET', address, { headers: account.session });
    const { headers } = await decide(server, account, body.sessionID);
    const ended = once(program, 'close');
    expect((await fetch(headers.get('location')!)).status).toBe(200);
    expect(JSON.parse(await next())).toMatchObject({ token_type: 'dpop', expires_in: 600 });
    await ended;
  });

  it('refuses what it says is refused', async () => {
    const { jwks, ...without } = registration();
    const refusal = async (fields: object) => {
      const { body } = await call<{ errors: { field: string; detail: string }[] }>(
        'POST',
        `${server.url}/api/applications`,
        { headers: account.session, body: fields },
      );
      return body.errors.map(({ field, detail }) => `${field}: ${detail}`);
    };
    expect(await refusal(without)).toContain(
      'jwks: or jwks_uri is required, with the public keys for private_key_jwt: FAPI 2.0 Security Profile',
    );
    expect(await refusal({ ...without, jwks, client_type: 'public' })).toContain(
      'client_type: must be confidential: FAPI 2.0 Security Profile',
    );
  });
});
