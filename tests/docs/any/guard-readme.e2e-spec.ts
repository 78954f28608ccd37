import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ShownService, runShown } from '../support/shown-service';
import { call } from '@consentry/test-support/world/world';

const ROOT = join(__dirname, '../../..');

/** The code of a README between `<!-- name -->` and its end. */
function codeIn(readme: string, name: string): string {
  const text = readFileSync(join(ROOT, readme), 'utf8');
  const [, code] = new RegExp(`<!-- ${name} -->\\s+\`\`\`ts\n([^]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`${readme} shows no code named ${name}`);
  return code;
}

describe('the lines of the README', () => {
  let service: ShownService;

  beforeAll(async () => {
    service = await ShownService.start(codeIn('README.md', 'guard'));
  });
  afterAll(() => service.stop());

  it('protect a service', async () => {
    const { status, headers } = await call('GET', `${await service.url()}/notes`);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api", scope="notes:read"']);
  });
});

describe("the test in the guard's README", () => {
  const code = codeIn('libs/guard/README.md', 'test');

  it('passes on the service that it shows', async () => {
    const modules = { '../src/app.module': runShown(codeIn('libs/guard/README.md', 'service')) };
    const tests: (() => Promise<void>)[] = [];
    runShown(code, { modules, it: (_: string, test: () => Promise<void>) => tests.push(test) });
    expect(tests).toHaveLength(1);
    await tests[0]!();
  });

  it('has 15 lines at most', () => {
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(15);
  });

  it('is the one that fresh applications run', () => {
    const file = join(ROOT, 'tests/install/fresh-apps/files/notes.e2e-spec.txt');
    const withoutImports = (text: string) => text.slice(text.indexOf('it('));
    expect(withoutImports(readFileSync(file, 'utf8'))).toBe(withoutImports(code));
  });
});
