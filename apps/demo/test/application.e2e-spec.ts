import { DemoProcess, freeUrls, newFolder } from './support/demo-process';

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };

let demo: DemoProcess;
let auth: string;
let cookie = '';
beforeAll(async () => {
  const urls = await freeUrls();
  auth = urls.AUTH_URL ?? '';
  demo = await DemoProcess.start(urls, newFolder());
});
afterAll(() => demo.stop());

/** The address that the start of the demo ends with. */
const start = () => /(http\S+)\n$/.exec(demo.stdout)?.[1] ?? '';

async function open(path: string, method = 'GET') {
  const response = await fetch(new URL(path, start()), { method, headers: { cookie }, redirect: 'manual' });
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return { text: await response.text(), location: response.headers.get('location') ?? '' };
}

async function api<Body>(method: string, path: string, session: string, body?: object): Promise<Body> {
  const response = await fetch(auth + path, {
    method,
    headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body) ?? null,
  });
  return (response.status === 204 ? undefined : await response.json()) as Body;
}

it('leads from one address to a guarded call, and to a refusal once the access is taken back', async () => {
  expect((await open('/')).text).toContain('Connect my notes');
  const { location } = await open('/connect');
  expect(location.startsWith(`${auth}/oauth2/authorize?`)).toBe(true);

  await api('POST', '/api/accounts', '', { ...ACCOUNT, name: 'Ada' });
  const { session_token: session } = await api<{ session_token: string }>('POST', '/api/session', '', ACCOUNT);
  const question = await api<{ session_id: string }>('GET', location.slice(auth.length), session);
  const { redirect_to: back } = await decide(session, question.session_id);
  expect((await open(back)).text).toContain('Exchange it for tokens');

  expect(await open('/exchange', 'POST')).toMatchObject({ location: '/notes' });
  await open('/notes', 'POST');
  const { text } = await open('/notes');
  expect(text).toContain('It can reach your notes');
  expect(text).toContain('Hello from the demo application');
  expect(text).toContain('&#34;aud&#34;');
  expect(text).not.toMatch(/eyJ[\w-]+\.|csy_refresh/);

  const { items } = await api<{ items: { id: string }[] }>('GET', '/api/grants', session);
  await api('DELETE', `/api/grants/${items[0]?.id}`, session);
  const until = performance.now() + 1_000;
  let later = await open('/notes');
  while (later.text.includes('It can reach your notes') && performance.now() < until) later = await open('/notes');
  expect(later.text).toContain('It can no longer reach your notes');
  expect(later.text).toContain('401');
});

async function decide(session: string, sessionId: string): Promise<{ redirect_to: string }> {
  const response = await fetch(`${auth}/oauth2/authorize`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}`, Prefer: 'return=representation' },
    body: new URLSearchParams({ session_id: sessionId, is_rejected: 'false' }),
  });
  return (await response.json()) as { redirect_to: string };
}
