import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { decide, requestConsent } from '@consentry/test-support/world/world';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

describe('POST /oauth2/authorize: the body', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const openSession = async () => (await requestConsent(server, account, application)).sessionID;
  const post = (type: string | undefined, body: BodyInit) =>
    fetch(`${server.url}/oauth2/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...account.session, ...(type !== undefined && { 'content-type': type }) },
      body,
    });
  const outcome = async (type: string, body: string) => {
    const answer = await post(type, body);
    const { searchParams } = new URL(answer.headers.get('location') ?? 'none:');
    return searchParams.get('error') ?? (searchParams.has('code') ? 'approved' : answer.status);
  };
  const expectOpen = async (sessionId: string) =>
    expect((await decide(server, account, sessionId)).headers.get('location')).toMatch(/[?&]code=/);

  const formOf = (sessionId: string, isRejected: string) => `session_id=${sessionId}&is_rejected=${isRejected}`;
  const jsonOf = (sessionId: string, isRejected: string) => `{"session_id":"${sessionId}","is_rejected":${isRejected}}`;

  describe('is_rejected', () => {
    const meanings = [
      [JSON_TYPE, 'true', 'access_denied'],
      [JSON_TYPE, 'false', 'approved'],
      [JSON_TYPE, '"true"', 'access_denied'],
      [JSON_TYPE, '"false"', 'approved'],
      [JSON_TYPE, '"1"', 'access_denied'],
      [JSON_TYPE, '"0"', 'approved'],
      [FORM, 'true', 'access_denied'],
      [FORM, 'false', 'approved'],
      [FORM, '1', 'access_denied'],
      [FORM, '0', 'approved'],
    ] as const;

    it.each(meanings)('%s %s means %s', async (type, isRejected, meaning) => {
      const sessionId = await openSession();
      const body = type === FORM ? formOf(sessionId, isRejected) : jsonOf(sessionId, isRejected);
      expect(await outcome(type, body)).toBe(meaning);
    });

    const nonsense = [
      [
        JSON_TYPE,
        [
          'null',
          '""',
          '"TRUE"',
          '"no"',
          '"yes"',
          '" true"',
          '1',
          '0',
          '[]',
          '[false]',
          '{}',
          '{"a":false}',
          '"false\\u0000"',
        ],
      ],
      [
        FORM,
        [
          '',
          'TRUE',
          'no',
          'False',
          '%20false',
          'false%00',
          '2',
          '-0',
          'null',
          'false&is_rejected[]=true&is_rejected=false',
        ],
      ],
    ] as const;

    it.each(nonsense)('%s: anything else is 400 and no decision', async (type, values) => {
      const sessionId = await openSession();
      for (const value of values) {
        const body = type === FORM ? formOf(sessionId, value) : jsonOf(sessionId, value);
        expect([value, await outcome(type, body)]).toEqual([value, 400]);
      }
      expect(await outcome(type, type === FORM ? `session_id=${sessionId}` : `{"session_id":"${sessionId}"}`)).toBe(
        400,
      );
      await expectOpen(sessionId);
    });
  });

  it('a session that is over says so before is_rejected is looked at', async () => {
    const sessionId = await openSession();
    await decide(server, account, sessionId);
    expect(await outcome(FORM, `session_id=${sessionId}`)).toBe('invalid_request');
    expect(await outcome(FORM, `session_id=${sessionId}&is_rejected=maybe&scope=other`)).toBe('invalid_request');
  });

  it('session_id missing or not a string is 400', async () => {
    for (const json of [
      '{}',
      '{"is_rejected":false}',
      '{"session_id":null}',
      '{"session_id":1}',
      '{"session_id":true}',
      '{"session_id":["a"]}',
      '{"session_id":{"a":1}}',
      '{"session_id":""}',
    ])
      expect([json, (await post(JSON_TYPE, json)).status]).toEqual([json, 400]);
    for (const form of ['', 'is_rejected=false', 'session_id=', 'session_id[]=a', 'session_id'])
      expect([form, (await post(FORM, form)).status]).toEqual([form, 400]);
  });

  it('malformed JSON is 400, and no decision', async () => {
    const sessionId = await openSession();
    const good = jsonOf(sessionId, 'false');
    const bad = [
      '',
      '{',
      good.slice(0, -1),
      `${good},`,
      `[${good}]`,
      '"text"',
      'null',
      '1',
      `\ufeff${good}`,
      `{'session_id':'${sessionId}'}`,
    ];
    for (const json of bad) {
      const answer = await post(JSON_TYPE, json);
      expect([json, answer.status]).toEqual([json, 400]);
      expect(await answer.json()).toEqual({
        error: 'invalid_request',
        error_description: expect.any(String) as string,
      });
    }
    await expectOpen(sessionId);
  });

  it('a member that stands twice is 400, whichever would count', async () => {
    const sessionId = await openSession();
    for (const more of [
      '"is_rejected":true',
      '"is_rejected":false',
      '"session_id":"other"',
      '"is_rejecte\\u0064":true',
    ])
      expect([more, await outcome(JSON_TYPE, `{"session_id":"${sessionId}","is_rejected":false,${more}}`)]).toEqual([
        more,
        400,
      ]);
    expect(await outcome(FORM, `${formOf(sessionId, 'false')}&is_rejected=true`)).toBe(400);
    await expectOpen(sessionId);
  });

  it('the same name deeper inside, or an unknown one twice, is nothing', async () => {
    const sessionId = await openSession();
    const more =
      '"x":{"is_rejected":true,"y":[{"session_id":1}]},"x":"\\"is_rejected\\":true,","__proto__":{"scope":"z"}';
    expect(await outcome(JSON_TYPE, `{"session_id":"${sessionId}",${more},"is_rejected":false}`)).toBe('approved');
  });

  it('malformed percent-encoding or UTF-8 is 400, and no decision', async () => {
    const sessionId = await openSession();
    for (const more of ['&x=%zz', '&%=1', '&x=%ff'])
      expect((await post(FORM, formOf(sessionId, 'false') + more)).status).toBe(400);
    const bytes = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await post(FORM, bytes(`${formOf(sessionId, 'false')}&x=`))).status).toBe(400);
    expect((await post(JSON_TYPE, bytes(`{"session_id":"${sessionId}","is_rejected":false,"x":"`))).status).toBe(400);
    await expectOpen(sessionId);
  });

  it('so it is in the query, of which nothing is read', async () => {
    const sessionId = await openSession();
    const headers = { ...account.session, 'content-type': JSON_TYPE };
    for (const query of ['x=%zz', 'x=%', '%=1', 'x=%ff', 'x=%ed%a0%80']) {
      const answer = await fetch(`${server.url}/oauth2/authorize?${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: jsonOf(sessionId, 'false'),
      });
      expect([query, answer.status]).toEqual([query, 400]);
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    }
    await expectOpen(sessionId);
  });

  it('a value over 2,048 bytes is 400', async () => {
    expect((await post(FORM, formOf('x'.repeat(2049), 'false'))).status).toBe(400);
    expect((await post(JSON_TYPE, jsonOf('é'.repeat(1025), 'false'))).status).toBe(400);
  });

  it('another type is 400, and no decision', async () => {
    const sessionId = await openSession();
    const form = formOf(sessionId, 'false');
    const types = [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json5',
      'application/jsonx',
      'text/json',
    ];
    for (const type of types) expect([type, (await post(type, form)).status]).toEqual([type, 400]);
    expect((await post(undefined, Buffer.from(form))).status).toBe(400);
    expect((await post(FORM, jsonOf(sessionId, 'false'))).status).toBe(400);
    expect((await post(JSON_TYPE, form)).status).toBe(400);
    await expectOpen(sessionId);
  });

  it('the two types are taken in any spelling', async () => {
    for (const type of [
      `${FORM}; charset=UTF-8`,
      FORM.toUpperCase(),
      `${FORM};charset="utf-8"`,
      `${FORM}; charset=iso-8859-1`,
    ])
      expect(await outcome(type, formOf(await openSession(), '0'))).toBe('approved');
    expect(await outcome(`${JSON_TYPE}; charset=utf-8`, jsonOf(await openSession(), 'false'))).toBe('approved');
  });

  it('a compressed body is 400', async () => {
    const answer = await fetch(`${server.url}/oauth2/authorize`, {
      method: 'POST',
      headers: { ...account.session, 'content-type': FORM, 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect(answer.status).toBe(400);
  });

  it('over 100 KB it is 413', async () => {
    const answer = await post(FORM, `x=${'x'.repeat(100 * 1024)}`);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    expect((await post(FORM, `x=${'x'.repeat(100 * 1024 - 2)}`)).status).toBe(400);
  });
});
