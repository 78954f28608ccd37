export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** Characters of an event: a thousand entries take a hundredth of it. */
const MOST_OF_AN_EVENT = 8 * 1024 * 1024;

/** Reads `text/event-stream` (HTML, section 9.2.6) as it comes, in whatever pieces; ids stand in the data too. */
export class EventParser {
  /** What the server wants to be waited before the next connection, in milliseconds. */
  retry: number | undefined;

  private rest = '';
  private size = 0;
  private name = '';
  private data: string[] = [];

  /** The events that these characters complete. Throws an Error when one grows too large. */
  *read(text: string): Generator<ServerSentEvent> {
    this.size += text.length;
    if (this.size > MOST_OF_AN_EVENT) throw new Error('an event is too large');
    const all = this.rest + text;
    // A carriage return at the end may be the first half of a line break.
    const lines = (all.endsWith('\r') ? all.slice(0, -1) : all).split(/\r\n|\n|\r/);
    this.rest = lines.pop()! + (all.endsWith('\r') ? '\r' : '');
    for (const line of lines) {
      if (line !== '') this.readField(line);
      else yield* this.finish();
    }
    if (lines.length > 0) this.size = this.rest.length + this.data.reduce((size, line) => size + line.length, 0);
  }

  private *finish(): Generator<ServerSentEvent> {
    if (this.data.length > 0) yield { name: this.name || 'message', data: this.data.join('\n') };
    this.name = '';
    this.data = [];
  }

  private readField(line: string): void {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.name = value;
    else if (field === 'data') this.data.push(value);
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.retry = Number(value);
  }
}
