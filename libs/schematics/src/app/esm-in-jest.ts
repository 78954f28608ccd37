import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { type JSONPath, parse } from 'jsonc-parser';

import { setInJson } from '../source/edit-json';
import type { Application } from './application';
import { transformInCode } from './jest-config';

interface JestConfig {
  readonly transform?: Readonly<Record<string, unknown>>;
  readonly transformIgnorePatterns?: readonly string[];
}

/** Jest settings in a JSON file. */
interface Place {
  readonly file: string;
  readonly at: JSONPath;
  readonly config: JestConfig;
}

/** By itself ts-jest leaves JavaScript as it is. */
const TRANSFORMED = 'node_modules/.+\\.js$';
const BY_TS_JEST = ['ts-jest', { tsconfig: { allowJs: true } }];

/**
 * Lets Jest transform packages that ship ES modules alone: it cannot require them before Node 24.9.
 *
 * @returns the lines to paste where Jest's settings are not understood, or already say what is left untransformed.
 */
export function transformEsm(tree: Tree, app: Application, packages: readonly string[]): string[] {
  if (app.tests.runner !== 'jest') return [];
  const pattern = `/node_modules/(?!(${packages.join('|')})/)`;
  if (app.isNx) {
    if (transformInCode(tree, app.root, pattern)) return [];
    return [`transformIgnorePatterns: ['${pattern}'],`, 'and to the tsconfig that ts-jest takes: "allowJs": true'];
  }
  const places = jestPlaces(tree, app);
  const open = places.filter(({ config }) => !leavesOut(config, packages));
  for (const place of open.filter(({ config }) => config.transformIgnorePatterns === undefined))
    transformIn(tree, place, pattern);
  const isDone = places.length > 0 && open.every(({ config }) => config.transformIgnorePatterns === undefined);
  if (isDone) return [];
  const transform = JSON.stringify({ [TRANSFORMED]: BY_TS_JEST });
  return [`transform: ${transform}, // before the others`, `transformIgnorePatterns: ['${pattern}'],`];
}

function jestPlaces(tree: Tree, { root }: Application): Place[] {
  const files: [string, JSONPath][] = [
    ['package.json', ['jest']],
    [posix.join(root, 'test/jest-e2e.json'), []],
  ];
  return files.flatMap(([file, at]) => {
    const json = tree.exists(file) ? (parse(tree.readText(file)) as { jest?: JestConfig }) : undefined;
    const config = at.length === 0 ? (json as JestConfig | undefined) : json?.jest;
    return config === undefined ? [] : [{ file, at, config }];
  });
}

const leavesOut = ({ transformIgnorePatterns = [] }: JestConfig, packages: readonly string[]) =>
  packages.every((name) => transformIgnorePatterns.some((one) => one.includes(name)));

/** The first pattern of `transform` that fits a file counts. */
function transformIn(tree: Tree, { file, at, config }: Place, pattern: string): void {
  const isTsJest = Object.values(config.transform ?? {}).some((one) => JSON.stringify(one).includes('ts-jest'));
  if (isTsJest) setInJson(tree, file, [...at, 'transform', TRANSFORMED], BY_TS_JEST, () => 0);
  setInJson(tree, file, [...at, 'transformIgnorePatterns'], [pattern]);
}
