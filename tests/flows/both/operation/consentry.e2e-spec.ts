import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';

const ROOT = join(__dirname, '../../../..');
const COMMANDS = ['account', 'keys', 'backup', 'restore', 'move', 'doctor', 'mcp-doctor'];

describe('the executable consentry', () => {
  it.each([[], ['--help'], ['-h']])('lists the commands: %s', async (...given) => {
    const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, given, {});
    expect([exitCode, stderr]).toEqual([0, '']);
    expect([...stdout.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name)).toEqual([...COMMANDS, 'resources']);
  });

  it.each(['physician', 'constructor'])('refuses an unknown command: %s', async (name) => {
    const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, [name], {});
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(`consentry: "${name}" is no command\nUsage: consentry <command>\n`);
  });

  it.each(COMMANDS)('describes %s, which is an npm script too', async (name) => {
    const { exitCode, stdout } = await runHosted(CONSENTRY, [name, '--help'], {});
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`));
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    expect(scripts).toHaveProperty(name, expect.stringMatching(new RegExp(`consentry\\.js ${name}$`)));
  });
});
