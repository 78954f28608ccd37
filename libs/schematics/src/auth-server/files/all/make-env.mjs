// Writes settings from an example, with a new secret (32 random bytes) for each <secret>:
//   node make-env.mjs .env.example .env
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [example, file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('Usage: node make-env.mjs <example> <file to write>');
  const text = readFileSync(example, 'utf8');
  const settings = text.replaceAll('<secret>', () => randomBytes(32).toString('base64url'));
  // Never over a file that is there: its secrets may be in use.
  writeFileSync(file, settings, { mode: 0o600, flag: 'wx' });
  console.log(`${file} was written; only you can read it.`);
} catch (error) {
  const isThere = error.code === 'EEXIST';
  console.error(isThere ? `${file} already exists and was not changed: its secrets may be in use.` : error.message);
  process.exitCode = 1;
}
