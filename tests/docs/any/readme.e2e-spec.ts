import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json')) as Record<'version' | 'license', string>;

/** The line of badges. */
const badges = readme.split('\n').find((line) => line.includes('· Node')) ?? '';

describe('the README', () => {
  it('is read in three minutes', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(90);
  });

  it('says which version this is, under which licence, and that the CHANGELOG has not released it', () => {
    expect(badges).toContain(`**${manifest.version.replace(/\.0$/, '')}, not published yet**`);
    expect(badges).toContain(`[${manifest.license}](LICENSE)`);
    expect(read('CHANGELOG.md')).toContain('Unreleased');
  });

  it('names the versions of Node that CI tests', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { test: { strategy: { matrix: { node: number[] } } } };
    };
    const [first, ...others] = jobs.test.strategy.matrix.node;
    expect(badges).toContain(`Node ${first}.19, ${others.join(' and ')} ·`);
  });

  it('sends no secret in a query', () => {
    expect(readme).not.toMatch(/client_secret|-G /);
  });
});
