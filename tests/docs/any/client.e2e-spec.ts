import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@consentry/test-support/browser/browser';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDir } from '@consentry/test-support/server/server';
import { ShownService } from '../support/shown-service';
import { visit } from '@consentry/test-support/browser/visit';

describe('docs/client.md', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let notes: GuardedService;
  let app: ShownService;

  beforeAll(async () => {
    notes = await GuardedService.start(server.url);
    const shown = blocksOf('docs/client.md');
    const call = { 'http://localhost:3000': server.url, '<session token>': account.sessionToken };
    const { stdout } = await promisify(execFile)('sh', ['-euc', adapted(shown.get('register'), call)]);
    const { client_id, client_secret } = JSON.parse(stdout) as Record<string, string>;
    const code = adapted(shown.get('app'), {
      'http://localhost:3000': server.url,
      'http://localhost:3001': notes.url,
      'notebook.sqlite': join(freshDir(), 'notebook.sqlite'),
      'process.env.CLIENT_ID!': `'${client_id}'`,
      'process.env.CLIENT_SECRET!': `'${client_secret}'`,
      'process.env.SESSION_SECRET!': "'a-secret'",
    });
    app = await ShownService.start(code);
  });
  afterAll(() => Promise.all([app.stop(), notes.stop()]));

  it('shows an application that leads to the sign-in, and then to the notes', async () => {
    const browser = new Browser();
    const open = async (path: string) => browser.open(`${await app.url()}${path}`);
    expect((await open('/notes')).next?.pathname).toBe('/connect');
    const { next } = await open('/connect');
    const { pathname, search } = await visit(server, account, next!);
    expect((await open(pathname + search)).next?.pathname).toBe('/notes');
    const { status, text } = await open('/notes');
    expect([status, JSON.parse(text)]).toEqual([200, { items: [] }]);
  });
});
