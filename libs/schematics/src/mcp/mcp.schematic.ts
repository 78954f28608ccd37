import { posix } from 'node:path';

import { chain, noop, type Rule, schematic, type SchematicContext, type Tree, url } from '@angular-devkit/schematics';

import { type Application, readApplication } from '../app/application';
import { needsSignInKey, testValues } from '../app/e2e-test';
import { globalPrefix } from '../app/global-prefix';
import { guardAddresses, quoted } from '../app/guard-addresses';
import { fileWith, findGuarded } from '../app/guarded';
import { readManifest } from '../app/manifest';
import { installPackages, testPackages } from '../app/packages';
import { register } from '../app/register';
import { parseScope } from '../app/scope';
import { writtenFiles } from '../app/written-files';
import type { McpOptions } from './mcp.options';

/** The app becomes an MCP server that any client can get permission for; it is guarded first where it is not yet. */
export function mcp({ scope, ...given }: McpOptions): Rule {
  return (tree) => {
    const app = readApplication(tree, given);
    const prefix = globalPrefix(tree, app);
    const options = { ...given, audience: given.audience ?? `http://localhost:3001${prefix}/mcp` };
    const isGuarded = findGuarded(tree, app.sources).module !== undefined;
    return chain([isGuarded ? noop() : schematic('init', options), mcpServer(parseScope(scope), prefix, options)]);
  };
}

type Options = Omit<McpOptions, 'scope'> & { readonly audience: string };

const mcpServer =
  (scope: string, prefix: string, options: Options): Rule =>
  (tree, context) => {
    const app = readApplication(tree, options);
    const folder = posix.join(app.codeRoot, 'mcp');
    const guarded = findGuarded(tree, app.sources);
    const test = testValues(tree, app, guarded.module ?? app.rootModule.path);
    const values = {
      ...test.values,
      scope,
      prefix,
      needsSignInKey: needsSignInKey(tree, app),
      title: quoted(readManifest(tree).name ?? 'mcp'),
      isGlobal: guarded.global !== undefined,
      isResource: fileWith(tree, app.sourceRoot, 'ProtectedResourceModule.') !== undefined,
    };
    const module = guarded.module ?? app.rootModule.path;
    const urls = { module, prefix, ownUrl: options.audience, audience: audienceOf(tree, module) };
    installPackages(tree, context, needsOf(app), options);
    return chain([
      writtenFiles(url('./files/source'), folder, values, app.style),
      writtenFiles(url('./files/test'), test.folder, values, app.style),
      values.needsSignInKey ? writtenFiles(url('./files/key'), test.folder, values, app.style) : noop(),
      (written: Tree) =>
        register(written, app, app.rootModule, {
          path: posix.join(folder, 'mcp.module.ts'),
          className: 'McpModule',
          list: 'imports',
        }),
      () => tellWhatIsNext(context, app, { scope, ...urls }),
    ]);
  };

const needsOf = (app: Application) => ({
  dependencies: { '@modelcontextprotocol/sdk': '^1.25.0' },
  devDependencies: testPackages(app),
});

/** Empty where it is too clever to be read. */
const audienceOf = (tree: Tree, module: string) => guardAddresses(tree, module, { issuer: '', audience: '' }).audience;

interface Told {
  readonly scope: string;
  readonly prefix: string;
  /** The file of the guard's settings, and the audience there. */
  readonly module: string;
  readonly audience: string;
  /** The endpoint's own URL. */
  readonly ownUrl: string;
}

function tellWhatIsNext({ logger }: SchematicContext, { codeRoot, tests }: Application, told: Told): void {
  const { scope, prefix, audience } = told;
  const folder = posix.join(codeRoot, 'mcp');
  for (const line of [
    `${prefix}/mcp is now an MCP server, for clients with ${scope} (${folder}). Next:`,
    ...(/\/mcp'$/.test(audience)
      ? [
          `1. Set SERVICE_URL to the endpoint's own URL, such as https://tools.example.com${prefix}/mcp: strict clients compare them.`,
        ]
      : ownAudience(told, folder)),
    `2. List it in the auth server's RESOURCES_FILE: { "url": <the endpoint's URL>, "name": …, "scopes": [{ "name": "${scope}", "description": … }] }`,
    '3. Clients that are not registered use CLIENT_ID_METADATA_DOCUMENTS, which is on; some need DYNAMIC_REGISTRATION=open.',
    `4. ${tests.command} calls it by the protocol's own SDK (${posix.join(tests.folder, `mcp.${tests.suffix}.ts`)}).`,
    "5. Where it runs, consentry mcp-doctor <the endpoint's URL> checks it and its auth server.",
  ])
    logger.info(line);
}

/** Beside an API the guard has the API's audience, while strict clients compare that of their tokens with the endpoint's URL. */
function ownAudience({ scope, module, ownUrl }: Told, folder: string): string[] {
  const own = `process.env.MCP_URL ?? ${quoted(ownUrl)}`;
  return [
    `1. It accepts the tokens of the API next to it, as the guard has one audience. To give it its own, which strict clients compare with its URL:`,
    `   export const MCP_URL = ${own}; // in a file that the next three import`,
    `   audience: [<as it is>, MCP_URL], // in ${module}`,
    `   @Audience(MCP_URL) // on McpController (${folder}/mcp.controller.ts)`,
    `   ProtectedResourceModule.forRoot({ resource: MCP_URL, scopes: ['${scope}'] }) // in ${folder}/mcp.module.ts`,
    `   and in the test audience: MCP_URL. Your other controllers would accept its tokens too: give them @Audience with the API's.`,
  ];
}
