import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookieOf } from '@consentry/test-support/world/cookies';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { ShownService, runShown } from '../support/shown-service';
import { typed } from '@consentry/test-support/world/typed';
import { visit } from '@consentry/test-support/browser/visit';
import { signIn } from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/tutorial.md');
const ADA = { email: 'ada@example.com', password: 'a long password' };

describe('docs/tutorial.md', () => {
  const server = new TestServer();
  let service: ShownService;
  const used = new Set<string>();

  const block = (name: string, replace: Record<string, string> = {}) => {
    used.add(name);
    return adapted(BLOCKS.get(name), replace);
  };

  beforeAll(async () => {
    const RESOURCES_FILE = join(freshDir(), 'resources.json');
    writeFileSync(RESOURCES_FILE, block('resources'));
    await server.start({ env: { RESOURCES_FILE } });
    service = await ShownService.start(block('service', { 'http://localhost:3000': server.url }));
  });
  afterAll(() => Promise.all([server.stop(), service.stop()]));

  it('leads from nothing to a call, the consent page and its code', async () => {
    const register = block('register', { 'http://localhost:3000': server.url });
    const call = block('call', { 'http://localhost:3001': await service.url() });
    const [added, listed, refused] = (await typed(register, call)).split(/(?<=\})\s*(?=\{|HTTP)/);
    expect([added, listed]).toEqual(['{"cats":["Tom"]}', '{"cats":["Tom"]}']);
    expect(refused).toMatch(/^HTTP\/1\.1 401 [^]*www-authenticate: Bearer realm="api", scope="cats:read"/i);

    const again = register.replace(/^post \S+\/api\/accounts .*$/m, '').replace('Cat Album', 'Cat Book');
    const testToken = call.slice(0, call.indexOf('CATS='));
    const account = { ...ADA, id: '', ...(await signIn(server, ADA)) };
    const names = 'echo "$CLIENT_ID $CLIENT_SECRET"';
    const [address = '', credentials = ''] = (await typed(again, testToken, `${block('authorize')}${names}`)).split(
      '\n',
    );
    const page = await fetch(address.replace('/oauth2/authorize', '/consent'), {
      headers: cookieOf(server, account),
      redirect: 'manual',
    });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('See your cats')]);
    const { searchParams } = await visit(server, account, new URL(address));
    const [id, secret] = credentials.split(' ');
    const given = `AUTH=${server.url} CLIENT_ID=${id} CLIENT_SECRET=${secret} CODE=${searchParams.get('code')}`;
    const answer = JSON.parse(await typed(given, block('exchange'))) as Record<string, string>;
    expect(answer).toMatchObject({ scope: 'cats:read', token_type: 'Bearer' });

    const { status, body } = await service.get('/cats', answer['access_token']!);
    expect([status, body]).toEqual([200, { cats: ['Tom'] }]);
  });

  it('has a test that passes on its service', async () => {
    const tests: (() => Promise<void>)[] = [];
    const modules = { '../src/app.module': runShown(block('service')) };
    runShown(block('test'), { modules, it: (_: string, test: () => Promise<void>) => tests.push(test) });
    expect(tests).toHaveLength(1);
    await tests[0]!();
  });

  it('has left no block out', () => expect([...used].sort()).toEqual([...BLOCKS.keys()].sort()));
});
