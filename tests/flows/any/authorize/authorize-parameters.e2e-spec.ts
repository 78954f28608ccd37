import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { rawRequest } from '@consentry/test-support/server/raw';
import { authorizeUrl, call, query, register } from '@consentry/test-support/world/world';

describe('GET /oauth2/authorize: the form of the request', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  /** A valid request followed by more text. */
  const ask = (more: string) =>
    call('GET', `${authorizeUrl(server, application)}${more}`, { headers: account.session });

  describe('a known parameter stands at most once', () => {
    const known = [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
    ];

    it.each(known)('%s twice is 400, also with the same value, and never redirects', async (name) => {
      const given = { client_id: application.client_id, redirect_uri: application.redirect_uris[0], state: 'a-state' };
      const value = (given as Record<string, string>)[name] ?? 'code';
      for (const again of [value, '', 'other']) {
        const { status, body } = await ask(`&${query({ [name]: value })}&${query({ [name]: again })}`);
        expect([status, body.error]).toEqual([400, 'invalid_request']);
        expect(body).not.toHaveProperty('redirect_to');
      }
    });

    it('also when one of the two is spelled in percent-encoding', async () => {
      expect((await ask('&st%61te=other')).status).toBe(400);
    });
  });

  describe('unknown parameters are ignored', () => {
    it.each([
      '&display=popup',
      '&x=1&x=2',
      '&state[]=b',
      '&state[a]=b',
      '&[state]=b',
      '&STATE=b',
      '&%20state=b',
      '&',
      '&&',
      '&=x',
      '&x',
    ])('%s', async (more) => expect((await ask(more)).status).toBe(200));

    it('of any length', async () => {
      expect((await ask(`&unknown=${'x'.repeat(5000)}`)).status).toBe(200);
    });

    it('brackets make no array of a known one', async () => {
      const url = authorizeUrl(server, application, { state: undefined });
      const { status, body } = await call('GET', `${url}&state[]=a-state`, { headers: account.session });
      expect([status, body.error_description]).toEqual([
        400,
        expect.stringMatching(/^state is missing: .*code_challenge/),
      ]);
    });
  });

  describe('what is not percent-encoded UTF-8 is 400, in any name and value', () => {
    it.each(['%', '%2', '%zz', '%ff', '%c3', '%c3%28', '%ed%a0%80', '%c0%af', '%f5%80%80%80'])('%s', async (bad) => {
      for (const more of [`&unknown=${bad}`, `&${bad}=x`, `&${bad}`]) {
        const { status, body } = await ask(more);
        expect([status, body.error]).toEqual([400, 'invalid_request']);
      }
    });

    it('neither are raw bytes', async () => {
      const target = new URL(authorizeUrl(server, application, { state: undefined }));
      for (const bytes of [[0xff], [0xc3, 0x28]]) {
        const text = Buffer.concat([Buffer.from(`${target.pathname}${target.search}&state=`), Buffer.from(bytes)]);
        expect((await rawRequest(server, { target: text, headers: account.session })).status).toBe(400);
      }
    });
  });

  describe('a value holds up to 2,048 bytes of UTF-8', () => {
    const longest = [
      ['2,048 letters', 'x'.repeat(2048), 'x'.repeat(2049)],
      ['1,024 letters of two bytes', 'é'.repeat(1024), 'é'.repeat(1024) + 'x'],
      ['512 signs of four bytes', '😀'.repeat(512), '😀'.repeat(512) + 'x'],
    ] as const;

    it.each(longest)('%s and not a byte more', async (_, fits, tooLong) => {
      const send = (state: string) =>
        call('GET', authorizeUrl(server, application, { state }), { headers: account.session });
      expect((await send(fits)).status).toBe(200);
      const { status, body } = await send(tooLong);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body).not.toHaveProperty('redirect_to');
    });

    it('three of that length, percent-encoded, fit into one request', async () => {
      const path = `/${'%41'.repeat((2048 - 'https://app.example.com/'.length) / 3)}`;
      const uri = `https://app.example.com${path}`;
      const wide = await register(server, account, { redirect_uris: [uri] });
      const everyByte = (text: string) =>
        Buffer.from(text).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, '');
      const scope = `notes:read${' '.repeat(2038)}`;
      const search = `client_id=${wide.client_id}&response_type=code&redirect_uri=${everyByte(uri)}&state=${everyByte('é'.repeat(1024))}&scope=${everyByte(scope)}`;
      const { status } = await call('GET', `${server.url}/oauth2/authorize?${search}`, { headers: account.session });
      expect(search.length).toBeGreaterThan(3 * 3 * 2040);
      expect(status).toBe(200);
    });

    it('headers beyond 32 KB are refused in OAuth words', async () => {
      const { status, body } = await rawRequest(server, {
        target: `/oauth2/authorize?x=${'x'.repeat(33 * 1024)}`,
      });
      expect(status).toBe(431);
      expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request' });
    });
  });

  describe('other methods and paths', () => {
    it('PUT, DELETE, PATCH and HEAD are 405 with Allow', async () => {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
        const { status, headers, text } = await call(method, authorizeUrl(server, application), {
          headers: account.session,
        });
        expect(status).toBe(405);
        expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
        if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ error: 'invalid_request' });
      }
    });

    it.each([
      '/oauth2/nothing',
      '/oauth2/authorize/',
      '/oauth2/Authorize',
      '/oauth2/%61uthorize',
      '//oauth2/authorize',
    ])('%s is 404', async (path) => {
      const { status, body } = await call('GET', `${server.url}${path}`);
      expect(status).toBe(404);
      if (path.startsWith('/oauth2/')) expect(Object.keys(body)).toEqual(['error', 'error_description']);
      if (path.startsWith('/oauth2/')) expect(body.error).toBe('invalid_request');
    });
  });
});
