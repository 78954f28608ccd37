import { connect } from 'node:net';

const TIMEOUT = 30_000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * One keep-alive HTTP/1.1 connection, one request at a time. Over node:net, as node:http costs the client as much as a
 * fast server costs the server.
 */
export class Connection {
  #socket = null;
  #pending = null;
  #received = [];

  constructor(port) {
    this.port = port;
    this.host = `127.0.0.1:${port}`;
  }

  async open() {
    if (this.#socket !== null) return;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#lose(socket, error));
    socket.on('close', () => this.#lose(socket, new Error('the server closed the connection')));
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('no answer in 30 seconds')));
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    this.#socket = socket;
  }

  close() {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /** @returns {Promise<Answer>} whatever its status. */
  async request(method, path, headers = '', body = '') {
    // A server may close an idle connection, which is then opened again.
    if (this.#socket === null) await this.open();
    const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.host}\r\n${headers}${length}\r\n${body}`);
    });
  }

  #read(chunk) {
    this.#received.push(chunk);
    const bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    let answer;
    try {
      answer = parseAnswer(bytes);
    } catch (error) {
      this.#socket.destroy(error);
      return;
    }
    if (answer === null) return;
    this.#received = [];
    if (/^connection: *close/im.test(answer.head)) this.close();
    const pending = this.#pending;
    this.#pending = null;
    pending.resolve(answer);
  }

  #lose(socket, error) {
    if (this.#socket === socket) this.#socket = null;
    this.#received = [];
    this.#pending?.reject(error);
    this.#pending = null;
  }
}

/** An answer; its head is text, searched on demand. */
export class Answer {
  constructor(head, body) {
    this.head = head;
    this.body = body;
    this.status = Number(head.slice(9, 12));
  }

  header(name) {
    return this.headers(name)[0];
  }

  headers(name) {
    return [...this.head.matchAll(new RegExp(`^${name}: *(.*?) *$`, 'gim'))].map(([, value]) => value);
  }

  json() {
    return JSON.parse(this.body);
  }
}

/** @returns the answer, or `null` while it is incomplete. */
function parseAnswer(bytes) {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const head = bytes.latin1Slice(0, end);
  const start = end + 4;
  const length = /^content-length: *(\d+)/im.exec(head);
  if (length !== null) return withLength(head, bytes, start, Number(length[1]));
  if (/^transfer-encoding: *chunked/im.test(head)) return withChunks(head, bytes, start);
  if (head.startsWith('HTTP/1.1 204') || head.startsWith('HTTP/1.1 304')) return new Answer(head, '');
  throw new Error(`an answer without a length: ${head.slice(0, 200)}`);
}

function withLength(head, bytes, start, length) {
  return bytes.length < start + length ? null : new Answer(head, bytes.utf8Slice(start, start + length));
}

function withChunks(head, bytes, start) {
  const chunks = [];
  for (let at = start; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const length = parseInt(bytes.latin1Slice(at, end), 16);
    const next = end + 2 + length + 2;
    if (bytes.length < next) return null;
    if (length === 0) return new Answer(head, Buffer.concat(chunks).toString());
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = next;
  }
}
