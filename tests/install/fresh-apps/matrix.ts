import { writeMain } from './apps.ts';
import { type Place, run } from './commands.ts';
import type { NodeVersion } from './nodes.ts';

/** An application that generators guard, and the commands of its kind. */
export interface Row {
  readonly name: string;
  /** The section of the documentation with its three commands. */
  readonly transcript: string;
  readonly node: NodeVersion;
  readonly platform: 'express' | 'fastify';
  readonly project?: string;
  readonly isNx?: boolean;
  readonly build: string;
  readonly lint: string;
  readonly tests: readonly string[];
  readonly main: string;
  /** In front of its routes. */
  readonly prefix?: string;
}

const SINGLE = {
  platform: 'express',
  build: 'npm run build',
  tests: ['npm run test:e2e', 'npm test'],
  main: 'dist/main.js',
} as const;
/** Without `--fix` of the application's own script. */
const CLI_11 = {
  ...SINGLE,
  transcript: 'Nest CLI 11',
  node: '20.19.0',
  lint: "npx eslint '{src,test}/**/*.ts'",
} as const;
const CLI_12 = { ...SINGLE, transcript: 'Nest CLI 12', node: '22', lint: 'npm run lint' } as const;

export const SINGLE_APPS: readonly Row[] = [
  { ...CLI_11, name: 'Nest 11, Express' },
  { ...CLI_12, name: 'Nest 12, Express' },
  { ...CLI_11, name: 'Nest 11, Fastify', platform: 'fastify' },
  { ...CLI_12, name: 'Nest 12, Fastify', platform: 'fastify' },
];

/** Rows of a file of their own, which a second worker runs. */
export const WORKSPACES: readonly Row[] = [
  {
    ...CLI_11,
    name: 'a monorepo of the Nest CLI',
    transcript: 'A monorepo of the Nest CLI',
    project: 'zoo',
    build: 'npx nest build zoo',
    lint: "npx eslint 'apps/zoo/**/*.ts'",
    main: 'dist/apps/zoo/main.js',
  },
  {
    name: 'Nx',
    transcript: 'Nx',
    node: '22',
    platform: 'express',
    project: 'cats',
    isNx: true,
    build: 'npx nx build cats',
    lint: 'npx nx lint cats',
    tests: ['npx nx test cats'],
    main: 'dist/apps/cats/main.js',
    prefix: '/api',
  },
];

/** In an app that `init` has guarded: the bridge needs the sessions of `client`, and `resource` reads every scope. */
export const GENERATORS: readonly string[] = [
  'init',
  'protected-controller notes',
  'mcp',
  'client notes',
  'sign-in-bridge',
  'resource',
  'auth-server https://auth.example.com',
  'update',
];

/** As the page of each kind says. */
export function commandOf({ isNx, project }: Row, generator: string): string {
  const command = isNx
    ? `npx nx g @consentry/schematics:${generator}`
    : `npx nest g -c @consentry/schematics ${generator}`;
  return project === undefined ? command : `${command} --project ${project}`;
}

/** By hand, as Nest's documentation says. */
export async function toFastify({ node }: Row, place: Place): Promise<void> {
  const [major, modules] = node === '22' ? ([12, 'esm'] as const) : ([11, 'commonjs'] as const);
  await run(place, 'npm', 'install', '--no-audit', '--no-fund', `@nestjs/platform-fastify@${major}`);
  writeMain({ platform: 'fastify', modules }, place.folder);
  await run(place, 'npx', 'prettier', '--write', 'src/main.ts');
}
