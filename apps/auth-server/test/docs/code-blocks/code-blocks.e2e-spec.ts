/** @once */
import { givenServer } from '../../support/given';
import { type Block, everyBlockOf } from '../../support/page-blocks';
import { call } from '../../support/world';
import { PAGES } from './pages';
import { hasSections, httpProblems, jsonProblems, pathProblems, settingsProblems, yamlProblems } from './parsed';
import { excuseOf, isRun } from './runs';
import { shellProblems } from './shell';
import { syntaxProblems } from './typed';

type Check = (block: Block) => string[] | Promise<string[]>;

const BLOCKS = PAGES.flatMap(everyBlockOf);
const at = ({ page, line }: Block) => `${page}:${line}`;

const mustRun: Check = (block) => (isRun(block) ? [] : ['no test runs it: name it, and read it in a test']);
const isShown: Check = () => [];

describe('the code of the docs', () => {
  const server = givenServer();
  let routes: string[];

  beforeAll(async () => {
    const { body } = await call<{ paths: object }>('GET', `${server.url}/docs-json`);
    routes = [...Object.keys(body.paths), '/metrics', '/docs', '/docs-json', '/docs-yaml'];
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
    js: (block) => [...syntaxProblems(block), ...(mustRun(block) as string[])],
    json: jsonProblems,
    yaml: yamlProblems,
    ini: (block) => (hasSections(block) ? mustRun(block) : settingsProblems(block)),
    sh: (block) => shell(block, block.text),
    console: (block) => shell(block, block.text.match(/(?<=^\$ ).*/gm)?.join('\n') ?? ''),
    http: (block) => httpProblems(block, routes),
    ...{ html: mustRun, css: mustRun, sql: mustRun, nginx: mustRun, caddy: mustRun },
    ...{ text: isShown, mermaid: isShown },
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

  it('has a test for each name', () => {
    const named = BLOCKS.filter(({ name }) => name !== undefined);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((each) => !isRun(each)).map((each) => `${at(each)} ${each.name}`)).toEqual([]);
    expect(new Set(named.map(({ page, name }) => `${page} ${name}`)).size).toBe(named.length);
  });
});
