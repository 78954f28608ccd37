import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { EdgeRequest } from '../edge/edge-request';
import type { Reply } from './reply';

/** Writes an answer; its headers override those of the edge. */
export function writeReply(response: ServerResponse, { status, body, headers: own }: Reply): void {
  const { edge } = response.req as EdgeRequest;
  // Also where the request came before the stop: its client would use a connection again that is about to be closed.
  if (edge.isClosing()) response.shouldKeepAlive = false;
  const headers: OutgoingHttpHeader[] = [];
  for (const name in own) headers.push(name, own[name]!);
  for (const [name, value] of edge.headers) if (!(name in own)) headers.push(name, value);
  const isSent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const content = isSent ? body : JSON.stringify(body);
  if (content !== undefined && !('content-type' in own))
    headers.push('content-type', 'application/json; charset=utf-8');
  // A 304 would have to tell the length of the 200 (RFC 9110 §8.6).
  if (status !== 204 && status !== 304)
    headers.push('content-length', content === undefined ? 0 : Buffer.byteLength(content));
  response.writeHead(status, headers).end(content);
}
