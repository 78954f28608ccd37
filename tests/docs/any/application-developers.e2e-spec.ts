import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';
import { typed } from '@consentry/test-support/world/typed';
import { visit } from '@consentry/test-support/browser/visit';
import { register } from '@consentry/test-support/world/world';

const AUTH = 'https://auth.example.com';
const CALLBACK = 'http://localhost:8080/callback';

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('pages for those who write an application', () => {
  const server = givenServer();
  const ada = givenAccount(server, { email: 'ada@example.com', password: 'a long password' });
  let notes: GuardedService;
  beforeAll(async () => (notes = await GuardedService.start(server.url)));
  afterAll(() => notes.stop());

  /** Variables of a shell. */
  const given = (variables: Record<string, string>) =>
    Object.entries(variables)
      .map(([name, value]) => `${name}='${value}'`)
      .join('\n');

  /** Opens the address that a shell printed; Ada allows the request. @returns the parameters of the answer. */
  const allowed = async (address: string) => (await visit(server, ada, address)).searchParams;

  describe('docs/for-application-developers.md', () => {
    const BLOCKS = blocksOf('docs/for-application-developers.md');
    const block = (name: string) => adapted(BLOCKS.get(name), {});
    const start = () => adapted(block('metadata'), { [AUTH]: server.url, 'https://api.example.com': notes.url });
    let registration: string;

    beforeAll(async () => {
      const shown = 'echo "$SESSION $CLIENT_ID $CLIENT_SECRET"';
      const answer = await typed(start(), `${block('register')}\n${shown}`);
      const [SESSION = '', CLIENT_ID = '', CLIENT_SECRET = ''] = answer.split(' ');
      const functions = block('register').split('\n').slice(0, 2).join('\n');
      const variables = { AUTH: server.url, CALL: `${notes.url}/notes`, SESSION, CLIENT_ID, CLIENT_SECRET };
      registration = `${given(variables)}\n${functions}`;
    });

    it('shows what the server offers, and calls the API with a test token', async () => {
      expect(json(await typed(start()))).toMatchObject({ issuer: server.url });
      expect(json(await typed(registration, block('try')))).toHaveProperty('items');
    });

    it('goes through the code flow by hand, refreshes, and gives the access back', async () => {
      const begun = `${block('begin')}\necho "$VERIFIER $STATE"`;
      const [address = '', kept = ''] = (await typed(registration, begun)).split('\n');
      const [VERIFIER = '', STATE = ''] = kept.split(' ');
      const answer = await allowed(address);
      expect([answer.get('state'), answer.get('iss')]).toEqual([STATE, server.url]);
      const arrived = given({ VERIFIER, CODE: answer.get('code')! });
      const exchanged = `${block('exchange')}\necho; echo "$REFRESH_TOKEN"`;
      const [items = '', first = ''] = (await typed(registration, arrived, exchanged)).split('\n');
      expect(json(items)).toHaveProperty('items');
      const refreshed = `${block('refresh')}\necho "$REFRESH_TOKEN"`;
      const second = await typed(registration, given({ REFRESH_TOKEN: first }), refreshed);
      expect(second).toMatch(/^csy_refresh_/);
      expect(second).not.toBe(first);
      expect(await typed(registration, given({ REFRESH_TOKEN: first }), refreshed)).toBe(second);
      const held = given({ REFRESH_TOKEN: second });
      expect(await typed(registration, held, block('revoke'))).toBe('200');
      const after = `${adapted(block('refresh'), { '"$REFRESH_TOKEN")': '"$REFRESH_TOKEN")\necho "$TOKENS"' })}`;
      expect(json((await typed(registration, held, after)).split('\n')[0]!)).toMatchObject({ error: 'invalid_grant' });
    });

    it('does the same by openid-client', async () => {
      const port = await freePort();
      const callback = `http://localhost:${port}/callback`;
      const { client_id, client_secret } = await register(server, ada, { redirect_uris: [callback] });
      const file = join(freshDir(), 'sign-in.mjs');
      const library = pathToFileURL(require.resolve('openid-client')).href;
      const own = { "'openid-client'": `'${library}'`, [CALLBACK]: callback, 'listen(8080': `listen(${port}` };
      const oauth2 = "algorithm: 'oauth2'";
      const local = { [AUTH]: server.url, [oauth2]: `${oauth2}, execute: [client.allowInsecureRequests]` };
      writeFileSync(file, adapted(block('library'), { ...own, ...local }));
      const env = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret, CALL: `${notes.url}/notes` };
      const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const arrived = await visit(server, ada, line.replace('Open ', ''));
      const answers = [await fetch(arrived), await fetch(`${callback}?error=access_denied`)];
      expect([answers[0]!.status, json(await answers[0]!.text())]).toEqual([200, { items: [] }]);
      expect(answers[1]!.status).toBe(400);
      child.kill();
      await ended;
    });
  });

  describe('docs/how-to/mobile-app.md', () => {
    const BLOCKS = blocksOf('docs/how-to/mobile-app.md');
    const block = (name: string, replace = {}) => adapted(BLOCKS.get(name), replace);

    it.each(['https://app.example.com/callback', 'com.example.notebook:/callback'])(
      'signs in without a secret, back at %s',
      async (REDIRECT) => {
        const { client_id } = await register(server, ada, json(block('registration')));
        const own = { [AUTH]: server.url, 'https://app.example.com/callback': REDIRECT };
        const begun = `${block('begin', own)}\necho "$VERIFIER"`;
        const phone = given({ AUTH: server.url, CLIENT_ID: client_id, REDIRECT });
        const [address = '', VERIFIER = ''] = (await typed(phone, begun)).split('\n');
        const CODE = (await allowed(address)).get('code')!;
        const token = async (name: string, variables: Record<string, string>) =>
          json(await typed(`${phone}\n${given(variables)}`, block(name)));
        const tokens = await token('exchange', { CODE, VERIFIER });
        const next = await token('refresh', { REFRESH_TOKEN: String(tokens['refresh_token']) });
        expect(await notes.accepts(String(next['access_token']))).toBe(true);
        const held = given({ REFRESH_TOKEN: String(next['refresh_token']) });
        expect(await typed(`${phone}\n${held}`, block('revoke'))).toBe('200');
        expect(await token('refresh', { REFRESH_TOKEN: String(next['refresh_token']) })).toMatchObject({
          error: 'invalid_grant',
        });
      },
    );
  });
});
