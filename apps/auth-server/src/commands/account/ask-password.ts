import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartError } from '../../platform/config/settings-error';

/** Bytes: more than 256 characters take in UTF-8. */
const LONGEST = 4_096;

/**
 * Asks twice for a new password, without an echo, on a terminal; else reads standard input.
 *
 * @throws StartError when it is missing or the two differ.
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readPassword();
  const [password = '', again] = await askHidden('Password: ', 'Repeat password: ');
  if (password !== again) throw new StartError('the passwords do not match');
  return password;
}

/** All of standard input but the line break at its end. */
async function readPassword(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST) throw new StartError('password must have at most 256 characters');
  }
  const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (password === '') throw new StartError('no password was given on standard input');
  if (/[\r\n]/.test(password)) throw new StartError('give the password as one line on standard input');
  return password;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new StartError('the password on standard input is not UTF-8');
  }
}

/** One line for each prompt, without an echo. */
function askHidden(...prompts: string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  const answers: string[] = [];
  process.stderr.write(prompts[0] ?? '');
  return new Promise<string[]>((resolve, reject) => {
    terminal.on('line', (answer) => {
      answers.push(answer);
      process.stderr.write(`\n${prompts[answers.length] ?? ''}`);
      if (answers.length === prompts.length) resolve(answers);
    });
    terminal.on('close', () => reject(new StartError('no password was given')));
  }).finally(() => terminal.close());
}
