import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
const APP = 'apps/notes-api';
const FILES =
  'package.json nest-cli.json tsconfig.base.json eslint.config.mjs .prettierrc.json .prettierignore jest.preset.js jest.counts.cjs';
const execute = promisify(execFile);

// Programs that compile and lint take longer than a test's minute where the machine is busy.
jest.setTimeout(300_000);

/** A copy of the workspace, as far as the example service needs it: what is generated stays out of this one. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'nest-cli-'));
  mkdirSync(join(copy, 'apps'));
  for (const file of FILES.split(' ')) cpSync(join(ROOT, file), join(copy, file));
  cpSync(join(ROOT, APP), join(copy, APP), { recursive: true, filter: (path) => !/\/(dist|data|\.tests)$/.test(path) });
  for (const folder of ['node_modules', 'libs']) symlinkSync(join(ROOT, folder), join(copy, folder));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs an executable of the workspace's packages. Throws an Error with what it printed. */
async function run(program: string, ...args: string[]): Promise<string> {
  const bin = join(ROOT, 'node_modules/.bin', program);
  const { stdout } = await execute(bin, args, { cwd: copy }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} ${args.join(' ')}:\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

const ROUTE_TEST = `import { Issuer } from './support/issuer';
import { Service } from './support/service';

it('serves the generated routes behind the guard', async () => {
  const issuer = await Issuer.listen();
  const service = await Service.start({ AUTH_URL: issuer.url });
  const token = await issuer.mint({ subject: 'alice', scope: 'foo:read', audience: service.url });
  const answers = [
    await fetch(service.url + '/foo'),
    await fetch(service.url + '/foo', { headers: { authorization: 'Bearer ' + token } }),
  ];
  await service.stop();
  await issuer.close();
  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
});
`;

describe('nest g resource foo --project notes-api', () => {
  it('writes the resource and registers it, and leaves package.json', async () => {
    const before = readFileSync(join(copy, 'package.json'), 'utf8');
    expect(await run('nest', 'g', 'resource', 'foo', '--project', 'notes-api')).toContain('foo.controller.spec.ts');
    expect(readFileSync(join(copy, APP, 'src/app.module.ts'), 'utf8')).toMatch(/imports: \[.*FooModule\]/);
    expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before);
  });

  it("passes the workspace's format, lint and types", async () => {
    await run('prettier', '--check', APP);
    await run('eslint', APP);
    await run('tsc', '--noEmit', '-p', APP);
  });

  it('passes its tests, and is served behind the guard', async () => {
    await run('jest', '-c', `${APP}/jest.config.js`, 'src/foo');
    await run('nest', 'build', 'notes-api');
    writeFileSync(join(copy, APP, 'test/foo.e2e-spec.ts'), ROUTE_TEST);
    await run('jest', '-c', `${APP}/jest.config.js`, 'test/foo');
  });
});
