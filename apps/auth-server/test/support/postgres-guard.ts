import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Reads which server runs now until the tests' process is gone, however it went; then ends it and removes the folder. */
const SCRIPT = `
  trap '' HUP INT TERM
  while read -r pid; do server=$pid; done
  if [ -n "$server" ]; then
    kill -QUIT "$server"
    tries=0
    while [ $((tries += 1)) -le 100 ] && kill -0 "$server"; do sleep 0.1; done
  fi
  rm -rf "$0"
`;

/** Sees to it that neither server nor folder outlives the process that made them. */
export class PostgresGuard {
  private readonly shell: ChildProcess;

  constructor(folder: string) {
    this.shell = spawn('sh', ['-c', SCRIPT, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
    this.shell.unref();
    (this.shell.stdin as Socket).unref();
  }

  /** Told whenever the server starts, or (without a process) has ended: its number may then be another's. */
  watch(server?: number): void {
    this.shell.stdin!.write(`${server ?? ''}\n`);
  }

  /** Ends the server, if it still runs, and removes the folder. */
  async dismiss(): Promise<void> {
    this.shell.ref();
    const gone = once(this.shell, 'exit');
    this.shell.stdin!.end();
    await gone;
  }
}
