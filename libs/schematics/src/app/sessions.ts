import type { Tree } from '@angular-devkit/schematics';

import type { Application } from './application';
import { sourceFiles } from './guarded';
import type { Packages } from './manifest';

const PACKAGES = ['express-session', 'cookie-session', '@fastify/session', '@fastify/secure-session'];

/** How an app has sessions already. */
export interface ExistingSessions {
  readonly packageName: string;
  /** Whether a module sets them up, as tests need it; else `main.ts` does. */
  readonly isInModule: boolean;
}

export function findSessions(tree: Tree, { sourceRoot }: Application): ExistingSessions | undefined {
  const texts = [...sourceFiles(tree.getDir(sourceRoot))].map((path) => tree.readText(path));
  for (const packageName of PACKAGES) {
    const users = texts.filter((text) => text.includes(`'${packageName}'`) || text.includes(`"${packageName}"`));
    if (users.length > 0) return { packageName, isInModule: users.some((text) => text.includes('@Module(')) };
  }
  return undefined;
}

/** What the generated SessionModule needs; Nest runs it on Fastify too. */
export const SESSION_PACKAGES: { dependencies: Packages; devDependencies: Packages } = {
  dependencies: { 'express-session': '^1.18.0' },
  devDependencies: { '@types/express-session': '^1.18.0' },
};
