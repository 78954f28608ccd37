import { posix } from 'node:path';

import { chain, noop, type Rule, schematic, type SchematicContext, type Tree, url } from '@angular-devkit/schematics';

import { type Application, readApplication } from '../app/application';
import { testValues } from '../app/e2e-test';
import { quoted } from '../app/guard-addresses';
import { fileWith, findGuarded } from '../app/guarded';
import { readManifest } from '../app/manifest';
import { installPackages, testPackages } from '../app/packages';
import { register } from '../app/register';
import { parseScope } from '../app/scope';
import { writtenFiles } from '../app/written-files';
import type { McpOptions } from './mcp.options';

/** The app becomes an MCP server that any client can get permission for; it is guarded first where it is not yet. */
export function mcp({ scope, ...options }: McpOptions): Rule {
  return (tree) => {
    const { sources } = readApplication(tree, options);
    const isGuarded = findGuarded(tree, sources).module !== undefined;
    return chain([isGuarded ? noop() : schematic('init', options), mcpServer(parseScope(scope), options)]);
  };
}

const mcpServer =
  (scope: string, options: Omit<McpOptions, 'scope'>): Rule =>
  (tree, context) => {
    const app = readApplication(tree, options);
    const folder = posix.join(app.codeRoot, 'mcp');
    const guarded = findGuarded(tree, app.sources);
    const test = testValues(tree, app, guarded.module ?? app.rootModule.path);
    const values = {
      ...test.values,
      scope,
      title: quoted(readManifest(tree).name ?? 'mcp'),
      isGlobal: guarded.global !== undefined,
      isResource: fileWith(tree, app.sourceRoot, 'ProtectedResourceModule.') !== undefined,
    };
    installPackages(tree, context, needsOf(app), options);
    return chain([
      writtenFiles(url('./files/source'), folder, values, app.style),
      writtenFiles(url('./files/test'), test.folder, values, app.style),
      (written: Tree) =>
        register(written, app, app.rootModule, {
          path: posix.join(folder, 'mcp.module.ts'),
          className: 'McpModule',
          list: 'imports',
        }),
      () => tellWhatIsNext(context, app, scope),
    ]);
  };

const needsOf = (app: Application) => ({
  dependencies: { '@modelcontextprotocol/sdk': '^1.25.0' },
  devDependencies: testPackages(app),
});

function tellWhatIsNext({ logger }: SchematicContext, { codeRoot, tests }: Application, scope: string): void {
  for (const line of [
    `/mcp is an MCP server now, for clients with ${scope} (${posix.join(codeRoot, 'mcp')}). Next:`,
    "1. Set SERVICE_URL to the endpoint's own URL, as https://tools.example.com/mcp: strict clients compare them.",
    `2. List it in the auth server's RESOURCES_FILE: { "url": <SERVICE_URL>, "name": …, "scopes": [{ "name": "${scope}", "description": … }] }`,
    '3. Clients that are not registered get in by CLIENT_ID_METADATA_DOCUMENTS, which is on; some need DYNAMIC_REGISTRATION=open.',
    `4. ${tests.command} calls it by the protocol's own SDK (${posix.join(tests.folder, `mcp.${tests.suffix}.ts`)}).`,
    '5. Where it runs, consentry mcp-doctor <SERVICE_URL> checks it and its auth server.',
  ])
    logger.info(line);
}
