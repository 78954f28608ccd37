import { posix } from 'node:path';

import { chain, type Rule, type SchematicContext, type Tree, url } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import { ownRange } from '../app/packages';
import { writtenFiles } from '../app/written-files';
import { Refusal } from '../source/refusal';
import type { Style } from '../source/style';
import { parseAuthServerAddress, withoutSlash } from './auth-server-address';
import type { AuthServerOptions } from './auth-server.options';
import { declaredResources, exampleResource, type Resource, resourcesText } from './resources';

/** A folder of its own has the style of its templates. */
const STYLE: Style = { indent: '  ', newline: '\n', quote: "'", semicolon: ';', printWidth: 120 };

/** Writes a folder from which the auth server is deployed. It needs no Nest app around it; files that are there stay. */
export function authServer({ name, path = 'auth-server', database = 'postgres' }: AuthServerOptions): Rule {
  return (tree, context) => {
    const address = parseAuthServerAddress(name);
    const folder = posix.normalize(path).replace(/^\/|\/$/g, '');
    if (folder === '' || folder.startsWith('..')) throw new Refusal(`${path} is not a folder below this one.`);
    const declared = declaredResources(tree);
    const resources = declared.length > 0 ? declared : [exampleResource(address)];
    const named = { name: posix.basename(folder), authUrl: withoutSlash(address), host: address.hostname };
    const values = { ...named, database, range: ownRange(), resources: resourcesText(resources), dot: '.' };
    const kept = `${folder}/resources.json`;
    const isKept = tree.exists(kept);
    const missing = isKept ? undeclared(tree, kept, declared) : [];
    const isExample = declared.length === 0 && !isKept;
    return chain([
      writtenFiles(url('./files/all'), folder, values, STYLE),
      database === 'postgres' ? writtenFiles(url('./files/containers'), folder, values, STYLE) : (same: Tree) => same,
      () => tellWhatIsNext(context, { folder, missing, isExample }),
    ]);
  };
}

function undeclared(tree: Tree, path: string, declared: readonly Resource[]): Resource[] {
  const listed = parse(tree.readText(path)) as unknown;
  const urls = Array.isArray(listed) ? listed.map((one: Partial<Resource> | null) => one?.url) : [];
  return declared.filter(({ url: one }) => !urls.includes(one));
}

function tellWhatIsNext(
  { logger }: SchematicContext,
  told: { folder: string; missing: readonly Resource[]; isExample: boolean },
): void {
  const { folder, missing, isExample } = told;
  if (isExample)
    logger.warn(
      `${folder}/resources.json has an example: replace it with your services and their scopes, or declare them first (nest g -c @consentry/schematics resource).`,
    );
  for (const resource of missing)
    logger.warn(
      `${folder}/resources.json was not changed and lacks ${resource.url}. Paste:\n${resourcesText([resource])}`,
    );
  logger.info(`${folder}/README.md explains how to start it and how to check that it works.`);
}
