import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/page-blocks';

const markdownIn = (folder: string, recursive = false) =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist|\.vitepress|CHANGELOG/.test(name))
    .map((name) => join(folder, name));

/** Every page that users and contributors read, by its path in the repository. */
export const PAGES = [
  ...markdownIn('.'),
  ...markdownIn('docs', true),
  ...['apps', 'libs'].flatMap((rooms) =>
    [''].flatMap(() => readdirSync(join(ROOT, rooms)).flatMap((room) => markdownIn(join(rooms, room)))),
  ),
];
