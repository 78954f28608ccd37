import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Tokens, refresh } from './world';

/** Between two calls of a caller in no hurry. */
const PAUSE_MS = 20;

interface Served {
  url: string;
}

type Heard = Pick<Answer<Pick<Tokens, 'refresh_token'>>, 'status' | 'text' | 'body'>;

/** Callers under load, who refresh one family each: nothing but new tokens may come of it. */
export class Callers {
  answered = 0;
  /** Settles when none of them calls any more. @throws what one of them heard instead. */
  readonly ended: Promise<unknown>;
  private sentHome = false;
  private inNoHurry = false;
  private waiting: { answers: number; resolve: () => void }[] = [];

  /**
   * @param servers of which each caller stays with one, and takes the next where that is gone.
   * @param send how a caller sends its token.
   */
  constructor(
    private readonly servers: readonly Served[],
    families: readonly Tokens[],
    private readonly send: (server: Served, token: string) => Promise<Heard> = refresh,
  ) {
    this.ended = Promise.all(families.map(({ refresh_token }, at) => this.keepRefreshing(refresh_token, at)));
    this.ended.catch(() => undefined);
  }

  /** Until so many more answers came, or none can come any more. */
  async hear(more: number): Promise<void> {
    const answers = this.answered + more;
    await Promise.race([new Promise<void>((resolve) => this.waiting.push({ answers, resolve })), this.ended]);
  }

  /** They go on calling while a process starts, and leave it the machine. */
  async during(start: Promise<void>): Promise<void> {
    this.inNoHurry = true;
    await start.finally(() => (this.inNoHurry = false));
  }

  async sendHome(): Promise<void> {
    this.sentHome = true;
    await this.ended;
  }

  /** What was not accepted by one process is not spent: the next one takes the same token. */
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

/** Only whoever is refused was not accepted: no connection may be reset, and no answer break off. */
function assertGone(error: unknown): undefined {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code !== 'ECONNREFUSED') throw error;
}
