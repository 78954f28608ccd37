import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { newApp, runner } from '../../../../libs/schematics/test/apps';

const generated = (schematic: string, path: string, options: object) => async () =>
  (await runner().runSchematic(schematic, options, await newApp())).readText(path);
const mcp = (file: string) => generated('mcp', `src/mcp/mcp.${file}.ts`, {});
const client = generated('client', 'src/notes-client/notes-client.controller.ts', { name: 'notes' });
const page = () => Promise.resolve(blocksOf('docs/client.md').get('app')!);

/** What a copy calls otherwise than its example does. */
const NAMES = { McpTools: 'ListTools', notesPending: 'pending', notesPerson: 'person', connect: 'signIn' };

/** A method from the brace on. */
const bodyOf = (method: string) => new RegExp(`(?<=^  async ${method}\\(.*) {\n[^]*?^  }$`, 'm');
const CONTROLLER = /^@Controller[^]*/m;
const WHOAMI = /registerTool\(\s*'whoami',\s*{.*?}/;

/** The piece of a text without comments and layout, in the names of the examples. */
function pieceOf(text: string, piece: RegExp): string {
  const named = Object.entries(NAMES).reduce((code, [own, name]) => code.replaceAll(own, name), text);
  const [found = `has no ${String(piece)}`] = piece.exec(named) ?? [];
  const code = found.replaceAll(/\/\*\*[^]*?\*\/|^ *\/\/.*$/gm, '');
  return code.replaceAll(/\s+/g, '').replaceAll(/,(?=[)}\]])/g, '');
}

it.each<[string, RegExp, () => Promise<string>, string]>([
  ['the generated MCP controller', CONTROLLER, mcp('controller'), 'mcp-server/src/mcp.controller.ts'],
  ['a tool of the generated MCP server', WHOAMI, mcp('tools'), 'mcp-server/src/list.tools.ts'],
  ['the generated metadata', /ProtectedResourceModule\.f.*?\)/, mcp('module'), 'mcp-server/src/app.module.ts'],
  ['the generated start of a sign-in', bodyOf('signIn'), client, 'server-rendered/src/pages.controller.ts'],
  ['the generated end of a sign-in', bodyOf('callback'), client, 'server-rendered/src/pages.controller.ts'],
  ["the page's start of a sign-in", bodyOf('signIn'), page, 'server-rendered/src/pages.controller.ts'],
  ["the page's end of a sign-in", bodyOf('callback'), page, 'server-rendered/src/pages.controller.ts'],
])('%s is that of the example', async (_, piece, copy, example) => {
  const expected = pieceOf(readFileSync(join(ROOT, 'examples', example), 'utf8'), piece);
  expect(expected).not.toMatch(/^hasno/);
  expect(pieceOf(await copy(), piece)).toBe(expected);
});
