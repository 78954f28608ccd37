import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FreshApp } from './apps.ts';

type Json = Record<string, unknown>;

const VITEST = {
  devDependencies: { vitest: '^4.1.2', 'vite-tsconfig-paths': '^5.1.4' },
  scripts: { test: 'vitest run', 'test:e2e': 'vitest run --config ./vitest.config.e2e.ts' },
};
/** Nest 12 is ES modules, which Jest loads by Node's `vm` modules. */
const JEST = {
  devDependencies: { jest: '^30.0.0', 'ts-jest': '^29.2.5', '@types/jest': '^30.0.0' },
  scripts: {
    test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js',
    'test:e2e': 'node --experimental-vm-modules node_modules/jest/bin/jest.js --config ./test/jest-e2e.json',
  },
};

const jestConfig = (rootDir: string, pattern: string) => ({
  moduleFileExtensions: ['js', 'json', 'ts'],
  rootDir,
  testRegex: pattern,
  transform: { '^.+\\.(t|j)s$': 'ts-jest' },
  testEnvironment: 'node',
});

const vitestConfig = (pattern: string) => `import { defineConfig } from 'vitest/config';
import tsconfigPaths from 'vite-tsconfig-paths';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: { globals: true, root: './', include: ['${pattern}'] },
});
`;

/** Written for the CLI's own runner and module system. */
const GENERATED = ['src/app.controller.spec.ts', 'src/app.controller.ts', 'src/app.service.ts', 'test/app.e2e-spec.ts'];

/** Changes what the CLI generated to another platform, test runner or module system than its own. */
export function adapt(app: FreshApp, folder: string): void {
  const isOwnKind = (app.nest === 12) === (app.runner === 'vitest');
  change(join(folder, 'package.json'), (json) => {
    if (app.platform === 'fastify') merge(json, { dependencies: { '@nestjs/platform-fastify': `^${app.nest}.0.0` } });
    if (!isOwnKind) toRunner(app, json);
  });
  if (isOwnKind) return;
  for (const file of GENERATED) rmSync(join(folder, file));
  const types = app.runner === 'vitest' ? ['vitest/globals', 'node'] : ['jest', 'node'];
  change(join(folder, 'tsconfig.json'), ({ compilerOptions }) => Object.assign(compilerOptions as Json, { types }));
  if (app.runner === 'jest')
    return writeFileSync(join(folder, 'test/jest-e2e.json'), JSON.stringify(jestConfig('.', '\\.e2e-spec\\.ts$')));
  change(join(folder, 'tsconfig.build.json'), (json) => (json.exclude as string[]).push('vitest.config*.ts'));
  writeFileSync(join(folder, 'vitest.config.ts'), vitestConfig('**/*.spec.ts'));
  writeFileSync(join(folder, 'vitest.config.e2e.ts'), vitestConfig('**/*.e2e-spec.ts'));
}

function toRunner({ runner, modules }: FreshApp, json: Json): void {
  merge(json, runner === 'vitest' ? VITEST : JEST);
  json.type = modules === 'esm' ? 'module' : 'commonjs';
  if (runner === 'jest') json.jest = jestConfig('src', '.*\\.spec\\.ts$');
}

function merge(json: Json, more: Json): void {
  for (const [name, value] of Object.entries(more)) json[name] = { ...(json[name] as Json), ...(value as Json) };
}

function change(file: string, edit: (json: Json) => void): void {
  const json = JSON.parse(readFileSync(file, 'utf8')) as Json;
  edit(json);
  writeFileSync(file, JSON.stringify(json, null, 2));
}
