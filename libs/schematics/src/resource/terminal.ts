import { createInterface } from 'node:readline/promises';

/** Asks a person. @returns the answer, empty if there is none. */
export type Ask = (question: string) => Promise<string>;

/** Lets work ask on the terminal; where there is none, or its input ends (Ctrl-D), each answer is empty. */
export async function onTerminal<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return work(async () => '');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  let hasEnded = false;
  const end = new Promise<string>((resolve) =>
    terminal.once('close', () => {
      hasEnded = true;
      resolve('');
    }),
  );
  const ask = async (question: string) =>
    hasEnded ? '' : (await Promise.race([terminal.question(`? ${question} `), end])).trim();
  try {
    return await work(ask);
  } finally {
    terminal.close();
  }
}
