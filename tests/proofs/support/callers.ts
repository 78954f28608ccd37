import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Tokens, refresh } from '@consentry/test-support/world/world';

/** Between two calls of a slowed caller. */
const PAUSE_MS = 20;

interface Served {
  url: string;
}

type Heard = Pick<Answer<Pick<Tokens, 'refresh_token'>>, 'status' | 'text' | 'body'>;

/** Callers under load that refresh one family each: every answer must be a new token. */
export class Callers {
  answered = 0;
  /** Settles when all callers have ended. @throws on any other answer. */
  readonly ended: Promise<unknown>;
  private sentHome = false;
  private inNoHurry = false;
  private waiting: { answers: number; resolve: () => void }[] = [];

  /**
   * @param servers each caller stays with one, and moves to the next when it is gone. @param send sends a caller's
   * token.
   */
  constructor(
    private readonly servers: readonly Served[],
    families: readonly Tokens[],
    private readonly send: (server: Served, token: string) => Promise<Heard> = refresh,
  ) {
    this.ended = Promise.all(families.map(({ refresh_token }, at) => this.keepRefreshing(refresh_token, at)));
    this.ended.catch(() => undefined);
  }

  /** Waits for so many more answers, or until the callers have ended. */
  async hear(more: number): Promise<void> {
    const answers = this.answered + more;
    await Promise.race([new Promise<void>((resolve) => this.waiting.push({ answers, resolve })), this.ended]);
  }

  /** Slows the callers while a process starts, to leave it the CPU. */
  async during(start: Promise<void>): Promise<void> {
    this.inNoHurry = true;
    await start.finally(() => (this.inNoHurry = false));
  }

  async sendHome(): Promise<void> {
    this.sentHome = true;
    await this.ended;
  }

  /** A request that one process did not accept spent nothing: the next process gets the same token. */
  private async keepRefreshing(first: string, at: number): Promise<void> {
    let [token, turn, gone] = [first, at, 0];
    while (!this.sentHome && gone < this.servers.length) {
      if (this.inNoHurry) await wait(PAUSE_MS);
      const answer = await this.send(this.servers[turn % this.servers.length]!, token).catch(assertGone);
      if (answer === undefined) {
        turn += 1;
        gone += 1;
        continue;
      }
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      [token, gone] = [answer.body.refresh_token, 0];
      this.count();
    }
  }

  private count(): void {
    this.answered += 1;
    for (const { answers, resolve } of this.waiting) if (this.answered >= answers) resolve();
  }
}

/** A connection that never stood was not accepted: refused, or reset in the instant in which the port closes. */
function assertGone(error: unknown): undefined {
  const { syscall } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (syscall !== 'connect') throw error;
}
