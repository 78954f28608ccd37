import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import { workspaceFiles } from '../source/workspace-files';

/** An entry of RESOURCES_FILE; what else a service declares stays in it. */
export interface Resource {
  readonly url: string;
  readonly name: string;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/** What the services of this workspace declare, each in a file `resource.json`. */
export function declaredResources(tree: Tree): Resource[] {
  return workspaceFiles(tree, ['json'])
    .filter((path) => /(^|\/)resource\.json$/.test(path))
    .map((path) => parse(tree.readText(path)) as Resource)
    .filter((one) => typeof one?.url === 'string' && one.url !== '' && Array.isArray(one.scopes));
}

/** In the place of a service that is not known yet: RESOURCES_FILE names one at least. */
export const exampleResource = ({ hostname }: URL): Resource => ({
  url: `https://notes.${hostname.replace(/^[^.]+\.(?=.+\.)/, '')}`,
  name: 'Notes',
  scopes: [
    { name: 'notes:read', description: 'Read your notes' },
    { name: 'notes:write', description: 'Write notes for you' },
  ],
});

export const resourcesText = (resources: readonly Resource[]) => `${JSON.stringify(resources, null, 2)}\n`;
