import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import type { Application } from './application';
import { guardAddresses } from './guard-addresses';

const DEFAULTS = {
  issuer: "process.env.AUTH_URL ?? 'http://localhost:3000'",
  audience: "process.env.SERVICE_URL ?? 'http://localhost:3001'",
};

/** Where an app's e2e tests are, and what their templates have to know. @param guard the file with the guard's settings. */
export function testValues(tree: Tree, app: Application, guard: string): { folder: string; values: object } {
  const { rootModule, platform, extension } = app;
  const { folder, suffix, runner } = app.tests;
  const from = posix.relative(folder, rootModule.path).replace(/\.ts$/, extension);
  const values = {
    ...guardAddresses(tree, guard, DEFAULTS),
    rootModule: { className: rootModule.className, from: from.startsWith('.') ? from : `./${from}` },
    suffix,
    isVitest: runner === 'vitest',
    isFastify: platform === 'fastify',
    extension,
  };
  return { folder, values };
}
