import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

const markdownIn = (folder: string, recursive = false) =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist|\.vitepress|CHANGELOG/.test(name))
    .map((name) => join(folder, name));

const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

const ROOMS = ['apps', 'libs', 'examples'].filter((room) => existsSync(join(ROOT, room)));

/** Every page that users and contributors read, by its path in the repository. */
export const PAGES = [
  ...['.', ...ROOMS, ...ROOMS.flatMap(foldersIn)].flatMap((folder) => markdownIn(folder)),
  ...markdownIn('docs', true),
];
