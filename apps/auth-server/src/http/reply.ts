import type { ServerResponse } from 'node:http';

/** An answer as a controller or an error gives it; no platform object reaches them. */
export class Reply {
  constructor(
    readonly status: number,
    /** Sent as JSON; `undefined` sends no body. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** A redirect to a URL that is sent untouched: Express would re-encode it. */
  static redirect(status: 301 | 302 | 303, location: string): Reply {
    return new Reply(status, undefined, { location });
  }
}

/** Writes an answer in one go. */
export function writeReply(response: ServerResponse, reply: Reply): void {
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (reply.body === undefined) {
    if (reply.status !== 204) response.setHeader('content-length', '0');
    response.end();
    return;
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
}
