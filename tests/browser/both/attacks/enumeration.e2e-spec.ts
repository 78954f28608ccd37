import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { Mailbox } from '@consentry/test-support/world/mailbox';
import { TestServer } from '@consentry/test-support/server/server';
import { type Answer, call, unique } from '@consentry/test-support/world/world';

/** The places where a stranger could learn whether somebody has an account. */
const PLACES: [place: string, path: string, fields: Record<string, string>][] = [
  ['the page of sign-in', '/sign-in', { password: 'a wrong one' }],
  ['the sign-in of the API', '/api/session', { password: 'a wrong one' }],
  ['the page of sign-up', '/sign-up', { password: 'a wrong one', name: 'Ada' }],
  ['the sign-up of the API', '/api/accounts', { password: 'a wrong one', name: 'Ada' }],
  ['the page of a new password', '/password', {}],
  ['the new password of the API', '/api/accounts/password-reset', {}],
];

const isApi = (path: string) => path.startsWith('/api/');

const sendTo = (server: { url: string }, path: string, fields: Record<string, string>, from = '198.51.100.7') =>
  call('POST', server.url + path, {
    headers: { origin: server.url, accept: isApi(path) ? '*/*' : 'text/html', 'x-forwarded-for': from },
    body: isApi(path) ? fields : new URLSearchParams(fields),
  });

/** All of one length, so that answers which repeat them have one length too. */
const newEmail = () => `${unique()}@example.com`;

describe('whether an email has an account', () => {
  const { server } = givenMailingServer({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' }, isFrozen: true });
  let visits = 0;
  /** A limit must not answer in a test of something else. */
  const newAddress = () => `10.${(visits += 1) >> 8}.${visits & 255}.1`;

  async function known(): Promise<string> {
    const email = newEmail();
    const { status } = await sendTo(
      server,
      '/api/accounts',
      { email, password: 'correct horse', name: 'Ada' },
      newAddress(),
    );
    expect(status).toBe(201);
    return email;
  }

  /** But what differs between any two answers. */
  async function answerOf(path: string, email: string, fields: Record<string, string>, from: string) {
    const sent = await sendTo(server, path, { email, ...fields }, from);
    return [comparable(sent, email), comparable(await shownAfter(sent), email)];
  }

  /** The page that a refused form leads to. */
  const shownAfter = ({ headers }: Answer<unknown>) =>
    call('GET', new URL(headers.get('location') ?? '/sign-in', server.url).href, {
      headers: { accept: 'text/html', cookie: headers.getSetCookie().join('; ') },
    });

  function comparable({ status, headers, text }: Answer<unknown>, email: string) {
    const compared = [...headers]
      .filter(([name]) => !['date', 'x-request-id'].includes(name))
      .map(([name, value]) => [name, value.replace(/v1\.[\w-]+/, ({ length }) => `${length} sealed characters`)])
      .map(([name, value = '']) => [name, value.replace(/=[\w-]{43};/, '=a key;')]);
    const body = text.replaceAll(email, '').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, 'an id');
    return { status, headers: compared, body };
  }

  it.each(PLACES)('%s does not tell, also where it refuses', async (_, path, fields) => {
    const answers = [];
    for (const email of [await known(), newEmail()]) {
      const from = newAddress();
      const own = [];
      for (let count = 0; count < 12; count += 1) own.push(await answerOf(path, email, fields, from));
      answers.push(own);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

  // A hash takes ten times as long as the rest: without one of the two the factor would be ten.
  it.each(PLACES.filter(([, , { password }]) => password !== undefined))(
    '%s takes as long for a known email as for an unknown one',
    async (_, path, fields) => {
      const times = { known: [] as number[], unknown: [] as number[] };
      const timed = async (email: string) => {
        const from = newAddress();
        const startedAt = performance.now();
        await sendTo(server, path, { email, ...fields }, from);
        return performance.now() - startedAt;
      };
      for (let pair = 0; pair < 21; pair += 1) {
        const email = await known();
        times.known.push(await timed(email));
        times.unknown.push(await timed(newEmail()));
      }
      const ratio = median(times.known) / median(times.unknown);
      expect(ratio).toBeGreaterThan(1 / 4);
      expect(ratio).toBeLessThan(4);
    },
  );
});

it('a mail begins after the answer: a mail server that says nothing keeps nobody waiting', async () => {
  const order: string[] = [];
  const silent = createServer((socket) => {
    order.push('mail');
    socket.on('error', () => undefined);
    silent.once('end of the test', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = await TestServer.start({ env: { ...new Mailbox().env, MAIL_URL: `smtp://a:b@127.0.0.1:${port}` } });
  const email = newEmail();
  for (const [, path, fields] of PLACES.slice(2)) {
    const before = order.length;
    await sendTo(server, path, { email, ...fields });
    order.push('answer');
    while (!order.slice(before).includes('mail')) await once(silent, 'connection');
    expect(order.slice(before, before + 2)).toEqual(['answer', 'mail']);
  }
  silent.emit('end of the test');
  silent.close();
  await server.stop();
});
