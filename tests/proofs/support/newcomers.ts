import { type IncomingMessage, get } from 'node:http';
import { text } from 'node:stream/consumers';

/** Callers that open a connection per call, until one is refused. */
export class Newcomers {
  answered = 0;
  /** Errors of accepted connections without an answer. */
  readonly cut: string[] = [];
  /** Settles when every caller was refused. */
  readonly ended: Promise<unknown>;

  constructor(
    private readonly port: number,
    count: number,
  ) {
    this.ended = Promise.all(Array.from({ length: count }, () => this.keepCalling()));
  }

  private async keepCalling(): Promise<void> {
    for (;;) {
      try {
        await this.call();
        this.answered += 1;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') return;
        this.cut.push(message);
      }
    }
  }

  private async call(): Promise<void> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ agent: false, host: '127.0.0.1', port: this.port, path: '/health/live' }, resolve).on('error', reject);
    });
    await text(response);
    expect(response.statusCode).toBe(200);
  }
}
