import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/**
 * Reads the current server's process id until the tests' process ends in any way; then kills the server and removes the
 * folder.
 */
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

/** Ensures that server and folder do not outlive the process that made them. */
export class PostgresGuard {
  private readonly shell: ChildProcess;

  constructor(folder: string) {
    this.shell = spawn('sh', ['-c', SCRIPT, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
    this.shell.unref();
    (this.shell.stdin as Socket).unref();
  }

  /** Call at each start of the server, and without a process when it has ended: its id may be reused. */
  watch(server?: number): void {
    this.shell.stdin!.write(`${server ?? ''}\n`);
  }

  async dismiss(): Promise<void> {
    this.shell.ref();
    const gone = once(this.shell, 'exit');
    this.shell.stdin!.end();
    await gone;
  }
}
