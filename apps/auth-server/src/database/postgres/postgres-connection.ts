import { Client, type ClientConfig } from 'pg';
import { isLost } from '../database-error';
import { Limits } from './limits';

/** `toConnect`, `silence`: for how many milliseconds the database may say nothing, as it connects and afterwards. */
export interface ConnectionOptions extends ClientConfig {
  toConnect: number;
  silence: number;
}

/** As it is asked here and by TypeORM: without a callback. */
interface Asked {
  query(this: unknown, ...given: unknown[]): Promise<unknown>;
}

/**
 * For how many milliseconds a goodbye is waited for. TCP would try for a quarter of an hour, with a stopped machine for
 * ever.
 */
const GOODBYE = 1_000;

/** Of all connections of this process. */
export const limits = new Limits();

/** A connection that is cut off where the database says nothing for too long. None is lost unheard. */
export class PostgresConnection extends Client {
  /** Whether it was told to end, which may take a while: it is lent to nobody any more. */
  isLeaving = false;

  constructor(private readonly options: ConnectionOptions) {
    super(options);
    // Whoever has it learns of that by what he asks next; unheard, this event would end the process.
    this.on('error', () => undefined);
    const connected = this.within(options.toConnect);
    this.once('connect', connected).once('end', connected);
    this.query = ((...given: unknown[]) => this.ask(given)) as Client['query'];
  }

  /** At once, without a word to whoever may be gone. */
  cutOff(reason: string): void {
    this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.isLeaving = true;
    this.once(
      'end',
      limits.begin(GOODBYE, () => this.connection.stream.destroy()),
    );
    return callback === undefined ? super.end() : super.end(callback);
  }

  private ask(given: unknown[]): Promise<unknown> {
    const answered = (Client.prototype as Asked).query.call(this, ...given);
    const heard = this.within(this.options.silence);
    answered.then(heard, (error: unknown) => {
      heard();
      // The database says so in its answer, and hangs up a moment later: until then it might be lent again.
      if (isLost(error)) this.leave(error as Error);
    });
    return answered;
  }

  private leave(error: Error): void {
    void this.end();
    this.emit('error', error);
  }

  private within(most: number): () => void {
    if (most === 0) return () => undefined;
    return limits.begin(most, () => this.cutOff(`no answer within ${most / 1_000} seconds`));
  }
}
