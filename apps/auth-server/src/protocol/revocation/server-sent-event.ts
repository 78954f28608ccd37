import { jsonWith } from './entry';

export interface ServerSentEvent {
  event: string;
  data: object;
  /** In JSON: the last member of the data. */
  entries?: readonly string[];
  id?: string;
  /** Milliseconds after which the reader connects again. */
  retry?: number;
}

/** HTML, section 9.2.6: JSON has no line breaks, so it is one line of data. */
export function formatEvent({ event, data, entries, id, retry }: ServerSentEvent): string {
  return [
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    `event: ${event}`,
    `data: ${entries === undefined ? JSON.stringify(data) : jsonWith(data, entries)}`,
    '\n',
  ].join('\n');
}

/** A comment: it shows that the connection lives. */
export const HEARTBEAT = ': heartbeat\n\n';
