import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import session from 'express-session';

import { renewSessionId } from './session-id.ts';

interface Data {
  basket?: string;
  person?: string;
}
type WithSession = IncomingMessage & { session: Data };

describe('renewSessionId', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** @returns what GET of a path answers to a browser with this cookie. */
  async function serve(store: session.Store) {
    const sessions = session({ secret: 'a-secret', resave: false, saveUninitialized: false, store });
    const handlers: Record<string, (request: WithSession) => unknown> = {
      '/fill': (request) => (request.session.basket = 'apples'),
      '/sign-in': async (request) => ((await renewSessionId(request)).person = 'ada'),
    };
    const listener: RequestListener = (request, reply) =>
      sessions(request as never, reply as never, () => {
        void Promise.resolve((request as WithSession).session)
          .then(() => handlers[request.url!]?.(request as WithSession))
          .then(() => reply.end(JSON.stringify((request as WithSession).session)))
          .catch((error: Error) => reply.writeHead(500).end(error.message));
      });
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return async (path: string, cookie = '') => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
      const [given = cookie] = answer.headers.getSetCookie().map((one) => one.split(';')[0]!);
      const text = await answer.text();
      return { status: answer.status, text, cookie: given, data: answer.ok ? dataOf(text) : undefined };
    };
  }

  function dataOf(text: string): Data {
    const { basket, person } = JSON.parse(text) as Data;
    return { ...(basket && { basket }), ...(person && { person }) };
  }

  it('leaves the former id nothing, and the new one all', async () => {
    const open = await serve(new session.MemoryStore());
    const { cookie: planted } = await open('/fill');
    expect((await open('/', planted)).data).toEqual({ basket: 'apples' });
    const { cookie } = await open('/sign-in', planted);
    expect(cookie).not.toBe(planted);
    expect((await open('/', cookie)).data).toEqual({ basket: 'apples', person: 'ada' });
    expect((await open('/', planted)).data).toEqual({});
  });

  it('fails where the former session cannot be deleted', async () => {
    class FullStore extends session.MemoryStore {
      override destroy(_: string, done?: (error?: unknown) => void) {
        done?.(new Error('the store is read-only'));
      }
    }
    const open = await serve(new FullStore());
    const { cookie } = await open('/fill');
    expect(await open('/sign-in', cookie)).toMatchObject({ status: 500, text: 'the store is read-only' });
    expect((await open('/', cookie)).data).toEqual({ basket: 'apples' });
  });

  it('copies nothing under symbols, where @fastify/session has the id', async () => {
    const id = Symbol('id');
    const request = { session: { [id]: 'planted', cookie: {}, basket: 'apples', regenerate } };
    function regenerate(done: () => void) {
      request.session = { [id]: 'new', cookie: {}, basket: '', regenerate };
      done();
    }
    expect(await renewSessionId(request)).toMatchObject({ [id]: 'new', basket: 'apples' });
  });

  it.each<[string, object]>([
    ['cookie-session', { basket: 'apples' }],
    ['@fastify/secure-session', { basket: 'apples', regenerate: () => undefined }],
  ])('leaves a session without an id as it is, as of %s', async (_, kept) => {
    expect(await renewSessionId({ session: kept })).toBe(kept);
  });
});
