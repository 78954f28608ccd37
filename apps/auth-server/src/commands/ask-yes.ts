import { createInterface } from 'node:readline/promises';
import { StartError } from '../platform/config/settings-error';

/** @throws StartError unless the operator types yes at a terminal. */
export async function askYes(consequence: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError(`${consequence} To confirm: npm run restore -- --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${consequence} Type yes: `).finally(() => terminal.close());
  if (answer.trim() !== 'yes') throw new StartError('nothing was changed');
}
