import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';

const ROOT = join(__dirname, '../../../..');
const COMMANDS = 'account keys backup restore migrate move doctor mcp-doctor settings sign-in-key developer-docs'.split(
  ' ',
);

describe('the executable consentry', () => {
  it.each([[], ['--help'], ['-h']])('lists the commands: %s', async (...given) => {
    const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, given, {});
    expect([exitCode, stderr]).toEqual([0, '']);
    expect([...stdout.matchAll(/^ {2}([a-z][\w-]+) /gm)].map(([, name]) => name)).toEqual([...COMMANDS, 'resources']);
  });

  it.each(['physician', 'constructor'])('refuses an unknown command: %s', async (name) => {
    const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, [name], {});
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`consentry ${name}: unknown command '${name}'; see consentry --help\n`);
  });

  it.each(COMMANDS)('describes %s, which is an npm script too', async (name) => {
    const { exitCode, stdout } = await runHosted(CONSENTRY, [name, '--help'], {});
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: consentry ${name}\\b`));
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    expect(scripts).toHaveProperty(name, expect.stringMatching(new RegExp(`consentry\\.js ${name}$`)));
  });
});
