import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends raw bytes and reads one answer. Text is sent as latin1 with CRLF line ends. */
export const sendRaw = ({ port }: { port: number }, request: string): Promise<RawAnswer> =>
  sendBytes(port, Buffer.from(request.replaceAll('\n', '\r\n'), 'latin1'));

/**
 * Sends raw bytes and reads the answer to its end, without ending its own half. @returns also the socket, open as long
 * as the server leaves it so.
 */
export async function sendHalfOpen({ port }: { port: number }, request: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {}); // Errors show in `destroyed`.
  socket.write(Buffer.from(request, 'latin1'));
  await once(socket, 'end');
  return { answer: parseAnswer(Buffer.concat(chunks).toString('utf8')), socket };
}

interface RawRequest {
  method?: string;
  target: string | Buffer;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Sends a request whose target and body are raw bytes. */
export function rawRequest(
  { port }: { port: number },
  { method = 'GET', target, headers = {}, body = Buffer.alloc(0) }: RawRequest,
): Promise<RawAnswer> {
  const all = { host: 'localhost', connection: 'close', ...(body.length > 0 && { 'content-length': body.length }) };
  const lines = Object.entries({ ...all, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requestLine = Buffer.concat([Buffer.from(`${method} `), Buffer.from(target), Buffer.from(' HTTP/1.1\r\n')]);
  return sendBytes(port, Buffer.concat([requestLine, Buffer.from(`${lines.join('')}\r\n`), body]));
}

async function sendBytes(port: number, bytes: Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {}); // A server that refuses may close early.
  socket.write(bytes);
  await once(socket, 'close');
  return parseAnswer(Buffer.concat(chunks).toString('utf8'));
}

/** A request's head with the required headers. */
export const head = (line: string, headers: Record<string, string> = {}) =>
  `${line} HTTP/1.1\nHost: localhost\nConnection: close\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n`;

function parseAnswer(text: string): RawAnswer {
  const [top = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = top.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
