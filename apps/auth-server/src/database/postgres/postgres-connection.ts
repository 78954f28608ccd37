import { Client, type ClientConfig } from 'pg';
import { isLost } from '../database-error';
import type { Limits } from './limits';

/** `toConnect`, `silence`: for how many milliseconds the database may say nothing, as it connects and afterwards. */
export interface ConnectionOptions extends ClientConfig {
  toConnect: number;
  silence: number;
}

/** As it is asked here and by TypeORM: without a callback. */
interface Asked {
  query(this: unknown, ...given: unknown[]): Promise<unknown>;
}

/** A connection, not yet made, that is cut off where the database says nothing for too long. None is lost unheard. */
export function createConnection(options: ConnectionOptions, limits: Limits): Client {
  const client = new Client(options);
  // Whoever has it learns of that by what he asks next; unheard, this event would end the process.
  client.on('error', () => undefined);
  const within = (most: number) =>
    most === 0 ? () => undefined : limits.begin(most, () => cutOff(client, `no answer within ${most / 1_000} seconds`));
  const connected = within(options.toConnect);
  client.once('connect', connected).once('end', connected);
  client.query = ((...given: unknown[]) => {
    const answered = (Client.prototype as Asked).query.call(client, ...given);
    const heard = within(options.silence);
    answered.then(heard, (error: unknown) => {
      heard();
      // The database says so in its answer, and hangs up a moment later: until then it might be lent again.
      if (isLost(error)) client.emit('error', error);
    });
    return answered;
  }) as Client['query'];
  return client;
}

const cutOff = ({ connection }: Client, message: string) =>
  connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
