import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { fetchKeySet } from './key-set-fetch.ts';

let server: Server;
let paths: (string | undefined)[] = [];
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (paths = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const uri = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
const read = () => fetchKeySet(uri(), { timeoutMs: 300, maxBytes: 1_000 });

describe('fetchKeySet', () => {
  it('reads a set', async () => {
    answer = (_, response) => response.end('{"keys":[]}');
    expect((await read()).size).toBe(0);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(read()).rejects.toThrow('the answer was 302');
    expect(paths).toEqual(['/jwks']);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['an error', (_, response) => response.writeHead(500).end('{"keys":[]}'), /answer was 500/],
    ['too much', (_, response) => response.end(' '.repeat(1_001)), /over 1000 bytes/],
    ['what is not JSON', (_, response) => response.end('<html>'), /JSON/],
    ['what is no set', (_, response) => response.end('{}'), /not a JWK Set/],
    [
      'a cut answer',
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      /./,
    ],
    ['silence', () => undefined, /timeout/],
    ['a drip without end', (_, response) => response.writeHead(200).write('{'), /timeout/],
  ])('rejects %s', async (_, listener, message) => {
    answer = listener;
    await expect(read()).rejects.toThrow(message);
  });
});
