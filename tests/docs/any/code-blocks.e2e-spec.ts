import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenServer } from '@consentry/test-support/server/given';
import { type Block, everyBlockOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { call } from '@consentry/test-support/world/world';
import { PAGES } from '../support/code-blocks/pages';
import {
  hasSections,
  httpProblems,
  jsonProblems,
  pathProblems,
  settingsProblems,
  yamlProblems,
} from '../support/code-blocks/parsed';
import { excuseOf, isRun } from '../support/code-blocks/runs';
import { shellProblems } from '../support/code-blocks/shell';
import { syntaxProblems } from '../support/code-blocks/typed';

type Check = (block: Block) => string[] | Promise<string[]>;

const BLOCKS = PAGES.flatMap(everyBlockOf);
const at = ({ page, line }: Block) => `${page}:${line}`;

const mustRun: Check = (block) => (isRun(block) ? [] : ['no test runs it: name it, and read it in a test']);
const isShown: Check = () => [];
/** There is no compiler for them. */
const mustSayItIsNotRun: Check = ({ page }) =>
  readFileSync(join(ROOT, page), 'utf8').includes('Not run by our tests')
    ? []
    : ['the page must say "Not run by our tests"'];

describe('the code of the docs', () => {
  const server = givenServer();
  let routes: string[];

  beforeAll(async () => {
    const { body } = await call<{ paths: object }>('GET', `${server.url}/docs-json`);
    routes = [...Object.keys(body.paths), '/metrics', '/docs', '/docs-json'];
  });

  const shell = async (block: Block, script: string) => [
    ...(await shellProblems(script)),
    ...pathProblems(script, routes),
    ...(isRun(block) || excuseOf(script) !== undefined ? [] : await mustRun(block)),
  ];

  /** By language. TypeScript is type-checked by typed-blocks, which takes longer. */
  const CHECKS: Record<string, Check> = {
    ts: syntaxProblems,
    tsx: syntaxProblems,
    js: syntaxProblems,
    json: jsonProblems,
    yaml: yamlProblems,
    ini: (block) => (hasSections(block) ? mustRun(block) : settingsProblems(block)),
    sh: (block) => shell(block, block.text),
    console: (block) => shell(block, block.text.match(/(?<=^\$ ).*/gm)?.join('\n') ?? ''),
    http: (block) => httpProblems(block, routes),
    ...{
      html: mustRun,
      css: mustRun,
      sql: mustRun,
      python: mustRun,
      nginx: mustRun,
      caddyfile: mustRun,
      haproxy: mustRun,
    },
    ...{ text: isShown, mermaid: isShown, swift: mustSayItIsNotRun, kotlin: mustSayItIsNotRun },
  };

  it('names a language that is checked', () => {
    expect(BLOCKS.length).toBeGreaterThan(90);
    expect(
      BLOCKS.filter(({ language }) => !(language in CHECKS)).map((each) => `${at(each)} ${each.language}`),
    ).toEqual([]);
  });

  it.each(Object.keys(CHECKS).map((language) => ({ language })))('is right: $language', async ({ language }) => {
    const blocks = BLOCKS.filter((each) => each.language === language);
    const problems: string[] = [];
    for (const each of blocks)
      for (const problem of await CHECKS[language]!(each)) problems.push(`${at(each)} ${problem}`);
    expect(problems).toEqual([]);
  });

  it.each([
    ['ts', 'const = 1;', 'expected'],
    ['json', '{ "a": }', 'JSON'],
    ['yaml', 'a: [1', 'Flow sequence'],
    ['ini', 'NO_SUCH=1', 'there is no setting NO_SUCH'],
    ['sh', 'echo "', 'unexpected EOF'],
    ['sh', 'cd there && npm run nonsense', 'there is no script nonsense'],
    ['sh', 'npm run keys -- turn', 'keys has no command turn'],
    ['sh', 'npx consentry doctor --loud https://auth.example.com', 'doctor has no option --loud'],
    ['sh', 'npx nest g -c @consentry/schematics nonsense', 'there is no generator nonsense'],
    ['sh', 'npx nest add @consentry/schematics --loud', 'the generator init has no option --loud'],
    ['sh', 'NO_SUCH=1 npm run auth-server', 'there is no setting NO_SUCH'],
    ['sh', 'curl $AUTH/oauth2/tokens', 'there is no route /oauth2/tokens'],
    ['sh', 'curl $AUTH/oauth2/token', 'no test runs it'],
    ['http', 'GET /oauth2/tokens HTTP/1.1', 'there is no route /oauth2/tokens'],
    ['http', 'HTTP/1.1 200 OK\nnonsense', '"nonsense" is no header'],
    ['css', ':root {}', 'no test runs it'],
  ])('finds a fault in %s: %s', async (language, text, problem) => {
    const block = { page: 'README.md', line: 1, language, text };
    expect((await CHECKS[language]!(block)).join('\n')).toContain(problem);
  });

  it('has a test for each name', () => {
    const named = BLOCKS.filter(({ name }) => name !== undefined);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((each) => !isRun(each)).map((each) => `${at(each)} ${each.name}`)).toEqual([]);
    expect(new Set(named.map(({ page, name }) => `${page} ${name}`)).size).toBe(named.length);
  });
});
