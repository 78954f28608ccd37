import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { type Place, run } from './commands.ts';
import type { NodeVersion } from './nodes.ts';
import { adapt } from './runner.ts';

/** An application of a user of the library. */
export interface FreshApp {
  readonly name: string;
  readonly nest: 11 | 12;
  readonly platform: 'express' | 'fastify';
  readonly runner: 'jest' | 'vitest';
  readonly modules: 'commonjs' | 'esm';
  /** Node to install, build and test with; then to start and call on each of `nodes`. */
  readonly node: NodeVersion;
  readonly nodes: readonly NodeVersion[];
  /** A way to call it beside HTTP, with the packages that it needs. */
  readonly feature?: {
    readonly name: string;
    readonly packages: readonly string[];
    /** Files below `examples/` that its module takes. */
    readonly sources?: readonly string[];
  };
}

const NEST_11 = { nest: 11, node: '20.19.0', nodes: ['20.19.0'] } as const;
/** Nest 12 itself asks for Node 22. */
const NEST_12 = { nest: 12, node: '22', nodes: ['22'] } as const;

/** As `nest new` of the Nest CLI 11 makes it. */
export const EXPRESS_11 = { ...NEST_11, platform: 'express', runner: 'jest', modules: 'commonjs' } as const;
export const EXPRESS_12 = { ...NEST_12, platform: 'express', runner: 'vitest', modules: 'esm' } as const;
const GRAPHQL = [
  '@nestjs/graphql@13',
  '@nestjs/apollo@13',
  '@apollo/server@5',
  '@as-integrations/express5',
  'graphql@16',
];
const MCP = {
  name: 'mcp',
  packages: ['@modelcontextprotocol/sdk@1', 'zod@4'],
  sources: ['mcp-server/src/mcp.controller.ts', 'mcp-server/src/list.tools.ts'],
};
const SOCKETS = ['@nestjs/websockets@12', '@nestjs/platform-socket.io@12', 'socket.io-client@4'];

/** The first of each version of Nest is what `nest new` makes. On Fastify they are rows of the matrix. */
export const APPS: readonly FreshApp[] = [
  { ...EXPRESS_11, name: 'new-11', nodes: ['20.19.0', '22', '24', '26'] },
  { ...EXPRESS_12, name: 'new-12', nodes: ['22', '24', '26'] },
  { ...EXPRESS_11, name: 'express-vitest-11', runner: 'vitest', modules: 'esm' },
  // Jest cannot require Nest 12 before Node 24.9.
  { ...EXPRESS_12, name: 'express-jest-12', runner: 'jest', modules: 'commonjs', node: '24', nodes: ['24'] },
  { ...EXPRESS_11, name: 'graphql-11', feature: { name: 'graphql', packages: GRAPHQL } },
  { ...EXPRESS_12, name: 'websocket-12', feature: { name: 'websocket', packages: SOCKETS } },
  { ...EXPRESS_11, name: 'microservice-11', feature: { name: 'microservice', packages: ['@nestjs/microservices@11'] } },
  { ...EXPRESS_12, name: 'mcp-12', feature: MCP },
];

const EXAMPLES = join(__dirname, '../../../examples');
const fileOf = (name: string) => readFileSync(join(__dirname, 'files', `${name}.txt`), 'utf8');

/** Makes the application as a user would: by the Nest CLI, then by hand what the README shows. */
export async function makeApp(app: FreshApp, root: string, node: string, install: string): Promise<Place> {
  const place = await newApp(app, root, node);
  await run(place, 'npm', 'install', '--no-audit', '--no-fund');
  await run(place, 'sh', '-c', install);
  if (app.feature) await run(place, 'npm', 'install', '--no-audit', '--no-fund', ...app.feature.packages);
  writeSources(app, place.folder);
  return place;
}

/** Makes the application by the Nest CLI, without its packages. */
export async function newApp(app: FreshApp, root: string, node: string): Promise<Place> {
  const cli = [
    '-y',
    `@nestjs/cli@${app.nest}`,
    'new',
    app.name,
    '--skip-git',
    '--skip-install',
    '--package-manager',
    'npm',
  ];
  await run({ folder: root, node }, 'npx', ...cli);
  const place = { folder: join(root, app.name), node };
  adapt(app, place.folder);
  return place;
}

/** Starts the application on its platform. */
export function writeMain({ platform, modules }: Pick<FreshApp, 'platform' | 'modules'>, folder: string): void {
  writeFileSync(join(folder, 'src/main.ts'), asModule(modules, fileOf(`main.${platform}`)));
}

/** An ES module names the files that it imports. */
const asModule = (modules: FreshApp['modules'], text: string) =>
  modules === 'esm' ? text.replace(/(from '\.[^']*)'/g, "$1.js'") : text;

function writeSources({ platform, modules, feature }: FreshApp, folder: string): void {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), asModule(modules, text));
  mkdirSync(join(folder, 'test'), { recursive: true });
  write('src/app.module.ts', appModule(feature?.name));
  writeMain({ platform, modules }, folder);
  write('test/notes.e2e-spec.ts', fileOf('notes.e2e-spec'));
  if (feature === undefined) return;
  for (const path of feature.sources ?? []) write(`src/${basename(path)}`, readFileSync(join(EXAMPLES, path), 'utf8'));
  write('src/feature.module.ts', fileOf(`${feature.name}.module`));
  write('test/feature.e2e-spec.ts', fileOf(`${feature.name}.e2e-spec`));
}

/** TCP has no headers: the message brings its token. */
const OPTIONS: Record<string, string> = {
  microservice: 'messageTokens: { rpc: (context) => context.switchToRpc().getData<{ token?: string }>().token },',
};

function appModule(feature: string | undefined): string {
  const text = fileOf('app.module');
  if (feature === undefined) return text;
  return text
    .replace("// the feature's import", "import { FeatureModule } from './feature.module';")
    .replace("// the feature's options", OPTIONS[feature] ?? '')
    .replace("// the feature's module", 'FeatureModule,');
}
