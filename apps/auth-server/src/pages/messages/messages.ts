import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import type { messages as english } from './en';

/** The texts of the pages in one language: what `en.tsx` has. */
export type Messages = typeof english;

const load = createRequire(__filename);

/** English first: it is spoken to those whose language is not here. */
const order = (one: string, other: string) => Number(other === 'en') - Number(one === 'en') || (one < other ? -1 : 1);

/** Reads the texts of each file of a folder that is named for a language: `fr.tsx`. */
export const readMessages = (folder: string): ReadonlyMap<string, Messages> =>
  new Map(
    readdirSync(folder)
      .map((name) => parse(name))
      .filter(({ name, ext }) => /^[a-z]{2,3}$/.test(name) && /^\.(js|tsx)$/.test(ext))
      .map(({ name, base }) => [name, (load(join(folder, base)) as { messages: Messages }).messages] as const)
      .sort(([one], [other]) => order(one, other)),
  );

const FILES = readMessages(__dirname);

/** A language for each file of this folder; its name is what it calls itself. */
export const LANGUAGES: readonly { code: string; name: string }[] = [...FILES].map(([code, { name }]) => ({
  code,
  name,
}));

export const messagesOf = (code: string): Messages => FILES.get(code)!;
