import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname;

/** Everything written at run time, ignored by git, on the same disk as the sources. */
const DATA = join(HERE, 'data');

const SHARED = {
  server: { type: 'string', default: join(HERE, '../apps/auth-server/dist') },
  database: { type: 'string', default: 'sqlite' },
  'postgres-url': { type: 'string', default: process.env.TEST_POSTGRES_URL },
  quick: { type: 'boolean', default: false },
  publish: { type: 'boolean', default: false },
};

/**
 * Reads the command line.
 *
 * @param own this command's own options.
 * @param databases the values of --database.
 */
export function readOptions(own, databases) {
  const { values } = parseArgs({ options: { ...SHARED, ...own } });
  if (!databases.includes(values.database)) throw new Error(`--database is one of ${databases.join(', ')}`);
  return { ...values, server: resolve(values.server), postgresUrl: values['postgres-url'] };
}

export const listOf = (text) => text?.split(',').map((entry) => entry.trim());

export function numbersOf(name, text) {
  const numbers = listOf(text).map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new Error(`--${name} is a list of whole numbers, such as 1,16,128`);
}

/** A folder for this run, removed at its end. */
export function makeRunDir() {
  mkdirSync(DATA, { recursive: true });
  const dir = mkdtempSync(join(DATA, 'run-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

export const resultFile = (name) => join(DATA, name);
