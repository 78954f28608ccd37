import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';

/** A shell that gets one line after the other, as if pasted. */
export class Shell {
  private output = '';
  private readonly process: ChildProcessWithoutNullStreams;

  constructor(name: string) {
    this.process = spawn(name, { env: { PATH: process.env.PATH } });
    this.process.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.process.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** @returns the line's standard output and error. */
  async paste(line: string): Promise<string> {
    const mark = `-- ${this.output.length} done --`;
    const before = this.output.length;
    this.process.stdin.write(`${line}\necho '${mark}'\n`);
    while (!this.output.includes(mark)) await new Promise((resolve) => setTimeout(resolve, 5));
    return this.output.slice(before, this.output.indexOf(mark)).trim();
  }

  close(): void {
    this.process.stdin.end();
  }
}

export function pasteAll(shell: string, text: string): { stdout: string; stderr: string } {
  const { stdout, stderr } = spawnSync(shell, { input: text, env: { PATH: process.env.PATH } });
  return { stdout: stdout.toString(), stderr: stderr.toString() };
}
