import type { Express, Request, Response } from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EdgeRequest } from '../edge/edge-request';
import { EdgeAdapter } from './edge-adapter';
import { Reply } from '../answers/reply';

const no = () => false;

describe('EdgeAdapter', () => {
  let server: Server;
  let url: string;
  const entrance = {
    traffic: 0,
    isServed: () => false,
    enter(request: EdgeRequest, _: unknown, next: () => void) {
      const of = { isClosing: no, isAbandoned: no, onEnd: () => undefined };
      request.edge = { id: 'request', path: '/', address: '', headers: [], body: null, noted: {}, ...of };
      next();
    },
  };
  const adapter = new EdgeAdapter([], entrance);
  const app = adapter.getInstance<Express>();

  beforeAll(async () => {
    app.get('/born', (request, response) => {
      const born =
        Object.getPrototypeOf(request) === app.request &&
        Object.getPrototypeOf(response) === app.response &&
        request.constructor.name === 'IncomingMessage';
      adapter.reply(response, { born });
    });
    app.get('/reply', (_: Request, response: Response) =>
      adapter.reply(response, new Reply(201, 'text', { 'x-a': 'b' })),
    );
    app.get('/nothing', (_: Request, response: Response) => adapter.reply(response, new Reply(204, undefined)));
    app.get('/redirect', (_: Request, response: Response) =>
      adapter.reply(response, Reply.redirect(301, `com.example.app:/cb?it's=|é`.replace('é', '%C3%A9'))),
    );
    app.get('/bytes', (_: Request, response: Response) =>
      adapter.reply(response, new Reply(200, Buffer.from([0, 255]), { 'content-type': 'application/octet-stream' })),
    );
    app.get('/unchanged', (_: Request, response: Response) => adapter.reply(response, new Reply(304, undefined)));
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it("its requests and responses are born with Express's prototypes, else each is four times as dear", async () => {
    expect(await (await fetch(`${url}/born`)).json()).toEqual({ born: true });
  });

  it('writes a Reply as it is', async () => {
    const answer = await fetch(`${url}/reply`);
    expect([answer.status, await answer.text(), answer.headers.get('x-a')]).toEqual([201, 'text', 'b']);
    expect(answer.headers.get('content-length')).toBe('4');
  });

  it('sends bytes as they are', async () => {
    const answer = await fetch(`${url}/bytes`);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
    expect(answer.headers.get('content-length')).toBe('2');
  });

  it('304 has neither body nor length (RFC 9110 §8.6)', async () => {
    const answer = await fetch(`${url}/unchanged`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([304, null]);
  });

  it('204 has neither body nor length', async () => {
    const answer = await fetch(`${url}/nothing`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([204, null]);
  });

  it('sends the target of a redirect untouched', async () => {
    const answer = await fetch(`${url}/redirect`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`com.example.app:/cb?it's=|%C3%A9`);
    expect(answer.headers.get('content-length')).toBe('0');
  });

  it('keeps an idle connection for half a minute', async () => {
    const { headers } = await fetch(`${url}/born`);
    expect(headers.get('keep-alive')).toBe('timeout=30');
  });

  it('sends neither ETag nor X-Powered-By', async () => {
    const { headers } = await fetch(`${url}/born`);
    expect([headers.get('etag'), headers.get('x-powered-by')]).toEqual([null, null]);
  });
});
