import { createInterface } from 'node:readline/promises';

/** Asks a person. @returns the answer, empty if there is none. */
export type Ask = (question: string) => Promise<string>;

/** Lets work ask on the terminal; where there is none, each answer is empty. */
export async function onTerminal<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return work(async () => '');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await work(async (question) => (await terminal.question(`? ${question} `)).trim());
  } finally {
    terminal.close();
  }
}
