import {
  type Account,
  type Application,
  type Tokens,
  authorizeUrl,
  call,
  decide,
  exchange,
  refresh,
} from '@consentry/test-support/world/world';

interface Served {
  url: string;
}

interface Failure {
  what: string;
  /** Of `performance.now()`. */
  began: number;
  took: number;
}

interface Heard<Body> {
  status: number;
  text: string;
  headers: Headers;
  body: Body;
}

/** Callers under load that go through the whole flow of the specification again and again, and note which call failed. */
export class CallsThrough {
  private answered = 0;
  /** Since the last failure. */
  private unbroken = 0;
  private failures: Failure[] = [];
  private sentHome = false;
  private news!: Promise<void>;
  private heard!: () => void;
  private readonly callers: Promise<unknown>[];

  constructor(
    private readonly proxy: Served,
    private readonly account: Account,
    private readonly application: Application,
    callers: number,
  ) {
    this.expectNews();
    this.callers = Array.from({ length: callers }, () => this.keepCalling());
  }

  /** Waits for so many more answers. */
  async hear(more: number): Promise<void> {
    const enough = this.answered + more;
    while (this.answered < enough) await this.news;
  }

  /** Waits until so many answers followed one another without a failure. */
  async hearUnbroken(answers: number): Promise<void> {
    this.unbroken = 0;
    while (this.unbroken < answers) await this.news;
  }

  /** Those since they were last taken. */
  takeFailures(): Failure[] {
    return this.failures.splice(0);
  }

  async sendHome(): Promise<void> {
    this.sentHome = true;
    await Promise.all(this.callers);
  }

  private expectNews(): void {
    this.news = new Promise((resolve) => {
      this.heard = () => {
        this.expectNews();
        resolve();
      };
    });
  }

  private async keepCalling(): Promise<void> {
    while (!this.sentHome) await this.useFlow();
  }

  /** Up to the first call that fails: what it spent is not known. */
  private async useFlow(): Promise<void> {
    const { proxy, account, application } = this;
    const url = authorizeUrl(proxy, application);
    const headers = account.session;
    const screen = await this.try('consent', () => call<{ sessionID: string }>('GET', url, { headers }), 200);
    if (screen === null) return;
    const decision = await this.try('decision', () => decide(proxy, account, screen.body.sessionID), 301);
    const code = new URL(decision?.headers.get('location') ?? 'none:').searchParams.get('code');
    if (code === null) return;
    let tokens = await this.try<Tokens>('exchange', () => exchange(proxy, application, code), 200);
    for (let turn = 0; turn < 4 && tokens !== null; turn += 1) {
      const { refresh_token: token } = tokens.body;
      tokens = await this.try<Tokens>('refresh', () => refresh(proxy, token), 200);
    }
  }

  private async try<Body>(what: string, send: () => Promise<Heard<Body>>, status: number): Promise<Heard<Body> | null> {
    const began = performance.now();
    const answer = await send().catch((error: Error) => error);
    const isGood = !(answer instanceof Error) && answer.status === status;
    if (isGood) this.answered += 1;
    this.unbroken = isGood ? this.unbroken + 1 : 0;
    this.heard();
    if (isGood) return answer;
    const said = answer instanceof Error ? answer.message : String(answer.status);
    this.failures.push({ what: `${what}: ${said}`, began, took: performance.now() - began });
    return null;
  }
}
