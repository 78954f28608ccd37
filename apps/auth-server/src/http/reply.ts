import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { EdgeRequest } from './edge-request';

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

/** Writes an answer in one go: headers that are set one by one cost as much as all the rest of it. */
export function writeReply(response: ServerResponse, { status, body, headers: own }: Reply): void {
  const headers: OutgoingHttpHeaders = { ...(response.req as EdgeRequest).edge.headers, ...own };
  if (body === undefined) {
    if (status !== 204) headers['content-length'] = 0;
    response.writeHead(status, headers).end();
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  headers['content-type'] ??= 'application/json; charset=utf-8';
  headers['content-length'] = Buffer.byteLength(text);
  response.writeHead(status, headers).end(text);
}
