import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { decideDevice } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDir } from '@consentry/test-support/server/server';
import { register } from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/how-to/command-line.md');

describe('docs/how-to/command-line.md', () => {
  const server = givenServer();
  const account = givenAccount(server);

  /** The program as the page shows it, which sleeps a moment where the person would take seconds. */
  async function run(decision: Record<string, unknown>) {
    const fields = JSON.parse(adapted(BLOCKS.get('registration'), {})) as Record<string, unknown>;
    const { client_id: CLIENT_ID } = await register(server, account, fields);
    const file = join(freshDir(), 'sign-in.mjs');
    const asleep = "new Promise((resolve) => process.once('message', resolve))";
    const slept = 'new Promise((resolve) => setTimeout(resolve, interval * 1000))';
    writeFileSync(file, adapted(BLOCKS.get('program'), { [slept]: asleep, break: 'process.disconnect();\n    break' }));
    const env = { PATH: process.env['PATH'], ISSUER: server.url, CLIENT_ID };
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let errors = '';
    child.stderr!.on('data', (chunk) => (errors += String(chunk)));
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const next = async () => ((await lines.next()) as { value: string | undefined }).value;
    const shown = await next();
    const [, code = ''] = /^Open http\S+ and enter (\S+)$/.exec(String(shown)) ?? [];
    expect((await decideDevice(server, account, code, decision)).status).toBe(200);
    await server.advance({ seconds: 5 });
    child.send('awake');
    const ended = once(child, 'close');
    const answer = await next();
    await ended;
    return { answer, errors };
  }

  it('gets tokens for a person who allows it', async () => {
    const { answer, errors } = await run({ is_rejected: false });
    expect(errors).toBe('');
    expect(JSON.parse(answer!)).toMatchObject({ token_type: 'Bearer', scope: 'notes:read' });
  });

  it('says so where the person refuses', async () => {
    const { answer, errors } = await run({ is_rejected: true });
    expect([answer, errors]).toEqual([undefined, expect.stringContaining('the user denied the request')]);
  });
});
