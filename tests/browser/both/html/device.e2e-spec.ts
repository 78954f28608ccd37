import { cookieName, cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { type DeviceAuthorization, beginDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { changeStored } from '@consentry/test-support/server/stored';
import { type Application, call, signUp } from '@consentry/test-support/world/world';

describe('the page of a device', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let television: Application;
  let device: DeviceAuthorization;
  let visitor: PageVisitor;
  beforeEach(async () => {
    television ??= await registerTelevision(server, account);
    device = await beginDevice(server, television);
    visitor = new PageVisitor(server);
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
  });

  const send = async (path: string, fields: [string, string][], by = visitor) => {
    const answer = await by.send('POST', path, new URLSearchParams(fields), { origin: new URL(server.url).origin });
    return answer.next === null ? answer : by.open(answer.next);
  };
  const decide = (...fields: [string, string][]) =>
    send('/device/decision', [['user_code', device.user_code], ['account', account.id], ...fields]);
  const waits = async () => (await poll(server, television, device)).body.error;

  it('takes a typed code, shows what is asked and not the code, and allows a part', async () => {
    const typed = await visitor.get('/device');
    expect(typed.text).toContain('Did someone send you this code?');
    const entered = await visitor.post(typed, '/device', { user_code: device.user_code.toLowerCase() });
    expect([entered.status, entered.next]).toEqual([303, '/device']);
    const asked = await visitor.get('/device');
    expect(asked.text).toContain('Television wants access to your Notes');
    expect(asked.text).not.toContain(device.user_code);
    expect(await waits()).toBe('authorization_pending');
    const done = await decide(['is_rejected', 'false'], ['scope', 'notes:read']);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('The device is connected')]);
    expect(visitor.cookies.has(cookieName(server, 'consentry_device'))).toBe(false);
    await server.advance({ seconds: 6 });
    expect((await poll(server, television, device)).body.scope).toBe('notes:read');
  });

  it('takes the code of a link out of the address, keeps it through a sign-in, and asks to compare it', async () => {
    const stranger = new PageVisitor(server);
    const [, path = ''] = device.verification_uri_complete.split(server.url);
    const led = await stranger.get(path);
    expect([led.status, led.next]).toEqual([302, `/device?user_code=${device.user_code}`]);
    const scrubbed = await stranger.get(led.next!);
    expect([scrubbed.status, scrubbed.next]).toEqual([303, '/device']);
    expect(scrubbed.headers.get('set-cookie')).toMatch(/Path=\/device; HttpOnly; SameSite=Lax/);
    expect((await stranger.get('/device')).next).toBe('/sign-in?return_to=%2Fdevice');
    stranger.cookies.set(sessionCookie(server), account.sessionToken);
    const compared = await stranger.get('/device');
    expect(compared.text).toContain(`Does your device show ${device.user_code}?`);
    const yes = await stranger.post(compared, '/device', { is_same: 'true' });
    expect(yes.next).toBe('/device');
    expect((await stranger.get('/device')).text).toContain('Television wants access');
    expect(await waits()).toBe('authorization_pending');
  });

  it('connects nothing where the codes differ, or it is not allowed', async () => {
    await visitor.get(`/device?user_code=${device.user_code}`);
    const no = await send('/device', [
      ['user_code', device.user_code],
      ['is_same', 'false'],
    ]);
    expect(no.text).toContain('Nothing was allowed');
    expect(await waits()).toBe('authorization_pending');
    expect((await decide(['is_rejected', 'true'])).text).toContain('Nothing was allowed');
    await server.advance({ seconds: 6 });
    expect(await waits()).toBe('access_denied');
    expect((await decide(['is_rejected', 'false'], ['scope', 'notes:read'])).status).toBe(400);
  });

  describe('sent twice', () => {
    const allow = (...scopes: string[]) =>
      decide(['is_rejected', 'false'], ...scopes.map((scope): [string, string] => ['scope', scope]));
    const told = async (answer: ReturnType<typeof decide>) => {
      const { status, text } = await answer;
      return [status, /is connected|was not connected|has already been used/.exec(text)?.[0]];
    };
    const ANSWERED_ALREADY = [400, 'has already been used'];

    it('allowed is told as allowed, also when the device has its tokens', async () => {
      const both = [allow('notes:read'), allow('notes:read')].map(told);
      expect(await Promise.all(both)).toEqual([0, 1].map(() => [200, 'is connected']));
      await server.advance({ seconds: 6 });
      expect((await poll(server, television, device)).body.scope).toBe('notes:read');
      expect(await told(allow('notes:read'))).toEqual([200, 'is connected']);
    });

    it('refused is told as refused', async () => {
      const refuse = () => told(decide(['is_rejected', 'true']));
      expect(await Promise.all([refuse(), refuse()])).toEqual([0, 1].map(() => [200, 'was not connected']));
      expect(await told(allow('notes:read'))).toEqual(ANSWERED_ALREADY);
    });

    it.each<[string, () => Promise<unknown>, () => ReturnType<typeof decide>]>([
      ['with another answer', () => Promise.resolve(), () => decide(['is_rejected', 'true'])],
      ['with other scopes', () => Promise.resolve(), () => allow('notes:read', 'notes:write')],
      ['half a minute later', () => server.advance({ seconds: 30 }), () => allow('notes:read')],
      ['after the access was removed', removed, () => allow('notes:read')],
      ['by another account', another, () => allow('notes:read')],
    ])('%s is answered already', async (_, meanwhile, again) => {
      expect(await told(allow('notes:read'))).toEqual([200, 'is connected']);
      await meanwhile();
      expect(await told(again())).toEqual(ANSWERED_ALREADY);
    });

    async function removed(): Promise<void> {
      const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, {
        headers: account.session,
      });
      for (const { id } of body.items)
        await call('DELETE', `${server.url}/api/grants/${id}`, { headers: account.session });
    }

    async function another(): Promise<void> {
      visitor.cookies.set(sessionCookie(server), (await signUp(server)).sessionToken);
    }
  });

  it('asks anew where another account signed in since the page was shown', async () => {
    visitor.cookies.set(sessionCookie(server), (await signUp(server, { name: 'Eve' })).sessionToken);
    const asked = await decide(['is_rejected', 'false'], ['scope', 'notes:read']);
    expect([asked.status, asked.text]).toEqual([400, expect.stringMatching(/Television wants access.*Eve/)]);
    expect(await waits()).toBe('authorization_pending');
  });

  it('asks again where nothing is ticked', async () => {
    const nothing = await decide(['is_rejected', 'false']);
    expect([nothing.status, nothing.text]).toEqual([
      400,
      expect.stringContaining('Choose at least one, or choose “Don’t allow”.'),
    ]);
    expect(await waits()).toBe('authorization_pending');
  });

  it('asks again where the device is in another network, and nobody says that it is theirs', async () => {
    await changeStored(server, "UPDATE device_codes SET network = '203.0.113.7' WHERE decided_at IS NULL");
    const allow = (...more: [string, string][]) => decide(['is_rejected', 'false'], ['scope', 'notes:read'], ...more);
    const again = await allow();
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Tick this if it is true')]);
    expect(again.text).toContain('203.0.113.7');
    expect(await waits()).toBe('authorization_pending');
    expect((await allow(['is_mine', 'true'])).text).toContain('The device is connected');
  });

  it('says that a code is unknown, and after too many that one has to wait', async () => {
    const wrong = () => send('/device', [['user_code', 'BBBB-BBBB']]);
    const { status, text } = await wrong();
    expect([status, text]).toEqual([400, expect.stringContaining('This code is wrong')]);
    let last = await wrong();
    for (let tries = 0; tries < 100 && last.status === 400; tries += 1) last = await wrong();
    expect([last.status, last.text]).toEqual([429, expect.stringContaining('Too many wrong codes')]);
    await server.advance({ minutes: 60 });
  });

  it.each(['https://evil.example', 'null', undefined])('takes no form from the origin %s', async (origin) => {
    const headers = { ...cookieOf(server, account), ...(origin !== undefined && { origin }) };
    const fields = { user_code: device.user_code, is_rejected: 'false', scope: 'notes:read' };
    for (const path of ['/device', '/device/decision'])
      expect((await call('POST', server.url + path, { headers, body: new URLSearchParams(fields) })).status).toBe(403);
    expect(await waits()).toBe('authorization_pending');
  });
});
