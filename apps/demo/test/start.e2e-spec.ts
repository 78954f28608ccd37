import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeUrls, newFolder } from './support/demo-process';

const START = join(__dirname, '../start.mjs');

/** `start.mjs` with an `npm` in front of the real one that builds nothing and ends with this exit code. */
async function startWithBuild(exitCode: number): Promise<ReturnType<typeof spawn>> {
  const bin = newFolder();
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "log of: $*"\nexit ${exitCode}\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  const env = { ...(await freeUrls()), PATH: `${bin}:${process.env.PATH}` };
  return spawn(process.execPath, [START, '--data', newFolder()], { env });
}

function collect(child: ReturnType<typeof spawn>): { out: string; err: string } {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  return texts;
}

it('builds without its log and prints at most ten lines, of which npm itself needs four', async () => {
  const child = await startWithBuild(0);
  const texts = collect(child);
  while (!texts.out.includes('to begin again') && child.exitCode === null) await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  await once(child, 'close');
  expect(texts.out).not.toContain('log of');
  expect(texts.err).toBe('');
  expect(texts.out.replace('Stopping the services.\n', '').split('\n').length - 1).toBeLessThanOrEqual(10 - 4);
});

it('shows the log of a build that fails', async () => {
  const child = await startWithBuild(3);
  const texts = collect(child);
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(texts).toEqual({
    out: '',
    err: 'log of: run --silent build -- --projects=@consentry/demo\nThe build failed.\n',
  });
});
