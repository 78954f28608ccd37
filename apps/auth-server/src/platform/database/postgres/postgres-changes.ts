import { Client, type ClientConfig } from 'pg';
import { Changes, SIGNALLED_TABLES, TOPICS, type Topic } from '../changes';
import type { Units } from '../units';
import { PostgresSignals } from './postgres-signals';
import { CHANNEL } from './postgres-units';

const SELECT = 'SELECT version FROM changes WHERE topic = ?';

const PAUSE = 1_000;

/**
 * On PostgreSQL NOTIFY announces changes, and signals on the same connection. Without it the row is read each time.
 */
export class PostgresChanges extends Changes {
  readonly signals = new PostgresSignals();
  private readonly versions = new Map<Topic, number>();
  private listening: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly options: ClientConfig,
    private readonly units: Units,
  ) {
    super();
  }

  override async versionOf(topic: Topic): Promise<number> {
    if (this.listening === undefined) return this.stored(topic);
    return this.versions.get(topic) ?? 0;
  }

  /** Never a number that was used before. */
  bump(topic: Topic): void {
    this.versions.set(topic, (this.versions.get(topic) ?? 0) - 1);
  }

  /** Listens, and again after the connection was lost. */
  async listen(): Promise<void> {
    const client = new Client(this.options);
    client.on('notification', ({ payload }) => this.hear(payload));
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.renew();
      this.listening = client;
    } catch {
      this.lose(client);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.signals.close();
    clearTimeout(this.retry);
    await this.listening?.end().catch(() => undefined);
  }

  private hear(payload: string | undefined): void {
    TOPICS.filter((topic) => topic === payload).forEach((topic) => this.bump(topic));
    SIGNALLED_TABLES.filter((table) => table === payload).forEach((table) => this.signals.wake(table));
  }

  private lose(client: Client): void {
    if (this.listening === client) this.listening = undefined;
    client.end().catch(() => undefined);
    if (this.closed) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.listen(), PAUSE).unref();
  }

  private renew(): void {
    TOPICS.forEach((topic) => this.bump(topic));
    this.signals.wakeAll();
  }

  private async stored(topic: Topic): Promise<number> {
    const row = await this.units.get<{ version: number }>(SELECT, topic);
    return row?.version ?? 0;
  }
}
