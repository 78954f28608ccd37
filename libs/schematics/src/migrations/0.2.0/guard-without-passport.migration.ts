import type { Rule, Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { packagesOf, readManifest, removePackage } from '../../app/manifest';
import { workspaceFiles } from '../../source/workspace-files';

/** Peer dependencies of the guard 0.1, the one first that needs the others. */
const PACKAGES = ['@nestjs/passport', 'passport-jwt', 'passport'];

/** Takes passport's packages out of package.json, but for those that the app itself, or another package of it, uses. */
export function guardWithoutPassport(): Rule {
  return (tree, { logger }) => {
    const imported = importedModules(tree);
    for (const name of PACKAGES) {
      const others = Object.keys(packagesOf(readManifest(tree)));
      if (!others.includes(name) || isUsed(name, imported, others)) continue;
      removePackage(tree, name);
      logger.info(`package.json: ${name} is taken out, as nothing here uses it`);
    }
  };
}

function isUsed(name: string, imported: ReadonlySet<string>, packages: readonly string[]): boolean {
  if (imported.has(name)) return true;
  if (name === '@nestjs/passport')
    return [...imported].some((one) => /^@consentry\/(guard|client)\/passport$/.test(one));
  // Strategies of others, and @nestjs/passport, have it as a peer.
  return name === 'passport' && packages.some((one) => one !== name && /^(?!@types\/).*passport/.test(one));
}

function importedModules(tree: Tree): Set<string> {
  const texts = workspaceFiles(tree, ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'])
    .map((path) => tree.readText(path))
    .filter((text) => text.includes('passport'));
  return new Set(
    texts.flatMap((text) => ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)),
  );
}
