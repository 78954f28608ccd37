import { sessionCookie } from '@consentry/test-support/world/cookies';
import { SignJWT, UnsecuredJWT, decodeJwt, generateKeyPair } from 'jose';
import { textLike } from '@consentry/test-support/world/anything';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { expectProblem } from '@consentry/test-support/world/problem';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  authorizeUrl,
  call,
  decide,
  exchange,
  register,
  requestConsent,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the JWT of a trusted issuer', () => {
  let foreign: ForeignIssuer;
  let other: ForeignIssuer;
  let large: ForeignIssuer;
  let server: TestServer;

  beforeAll(async () => {
    [foreign, other, large] = await Promise.all([ForeignIssuer.start(), ForeignIssuer.start(), ForeignIssuer.start()]);
    Object.assign(large.jwks, { more: 'x'.repeat(65_536) });
    const issuers = [
      { issuer: foreign.issuer, jwks_uri: foreign.jwksUri },
      { issuer: 'https://typed.example', jwks_uri: other.jwksUri, audience: 'consentry', typ: 'session+jwt' },
      { issuer: 'https://gone.example', jwks_uri: `http://127.0.0.1:${await freePort()}/jwks` },
      { issuer: 'https://broken.example', jwks_uri: `${foreign.jwksUri}/broken` },
      { issuer: 'https://large.example', jwks_uri: large.jwksUri },
    ];
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(issuers) } });
  });
  afterAll(() => Promise.all([server.stop(), foreign.stop(), other.stop(), large.stop()]));

  const good = (claims = {}) => foreign.mint({ aud: server.url, sub: unique(), ...claims });
  const typed = (claims = {}, header = {}) =>
    other.mint(
      { iss: 'https://typed.example', aud: 'consentry', sub: unique(), ...claims },
      { typ: 'session+jwt', ...header },
    );
  const who = async (token: string) => {
    const { status, body } = await call<{ account: Account }>('GET', `${server.url}/api/session`, {
      headers: bearer(token),
    });
    if (status !== 200) throw new Error(`${status}`);
    return body.account;
  };
  const show = (token: string) => call('GET', `${server.url}/api/session`, { headers: bearer(token) });

  it('is taken where a session token is, up to its own end', async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const token = await good({ name: 'Grace', email: 'grace@team.example', exp });
    const { status, body } = await show(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      account: { id: textLike(/^[0-9a-f-]{36}$/), name: 'Grace', email: 'grace@team.example' },
      expires_at: new Date(exp * 1000).toISOString(),
    });
    expect((await show(await good({ aud: [server.url] }))).status).toBe(200);
  });

  it('names its account by what reads as it is: the consent screen and other applications show it', async () => {
    const name = 'Grace \u202ereppoH\0\n';
    const { body } = await show(await good({ name, email: 'grace@team.example' }));
    expect(body).toMatchObject({ account: { name: 'Grace reppoH', email: 'grace@team.example' } });
    // With such characters removed it would be another account's email.
    for (const email of ['gr\u200face@team.example', `${'x'.repeat(250)}@team.example`])
      expect((await show(await good({ name: '\u202e\u0007', email }))).body).toMatchObject({
        account: { name: null, email: null },
      });
  });

  it.each([1e12, 1e18, Number.MAX_VALUE])(
    'may end later than a date can say (%d), which is told as one',
    async (exp) => {
      const { status, body } = await show(await good({ exp }));
      expect(status).toBe(200);
      const expiresAt = Date.parse((body as { expires_at: string }).expires_at);
      expect(expiresAt).toBeGreaterThan(Date.now());
    },
  );

  it('goes through the whole flow, and access tokens carry our own account id', async () => {
    const token = await good({ sub: 'subject-of-theirs', name: 'Grace' });
    const account = { ...(await who(token)), session: bearer(token) } as Account;
    const application = await register(server, account);
    const { sessionID } = await requestConsent(server, account, application);
    const decision = await decide(server, account, sessionID);
    const code = new URL(decision.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { body } = await exchange(server, application, code);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: account.id, iss: server.url });
    expect(body.access_token).not.toContain('subject-of-theirs');
  });

  it('names the same account by the same issuer and subject, also when many come first at once', async () => {
    const sub = unique();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => good({ sub })));
    const ids = (await Promise.all(tokens.map(who))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect((await who(await good({ sub: unique() }))).id).not.toBe(ids[0]);
    expect((await who(await typed({ sub }))).id).not.toBe(ids[0]);
  });

  it('is never joined to an account by email', async () => {
    const own = await signUp(server);
    const theirs = await who(await good({ email: own.email, email_verified: true }));
    const also = await who(await good({ email: own.email }));
    expect(theirs).toMatchObject({ email: own.email });
    expect(new Set([own.id, theirs.id, also.id]).size).toBe(3);
    const signedIn = await call('POST', `${server.url}/api/session`, {
      body: { email: own.email, password: own.password },
    });
    expect(signedIn.body).toMatchObject({ account: { id: own.id } });
  });

  it('frees no email and takes none', async () => {
    const email = `${unique()}@team.example`;
    await who(await good({ email }));
    expect((await signUp(server, { email })).email).toBe(email);
  });

  it.each(['audience', 'typ'])('of an issuer with its own %s is taken with that one only', async (what) => {
    expect((await show(await typed())).status).toBe(200);
    const wrong = what === 'audience' ? await typed({ aud: server.url }) : await typed({}, { typ: 'JWT' });
    const none = what === 'audience' ? await typed({ aud: undefined }) : await typed({}, { typ: undefined });
    expectProblem(await show(wrong), 401);
    expectProblem(await show(none), 401);
  });

  describe('of an issuer without a typ in its settings', () => {
    const withTyp = (typ: unknown, claims = {}) =>
      foreign.mint({ aud: server.url, sub: unique(), ...claims }, { typ: typ as string });

    it.each([undefined, 'JWT', 'jwt', 'application/jwt', 'id_token+jwt', 'application/ID_TOKEN+JWT'])(
      'is taken with the typ %s',
      async (typ) => {
        expect((await show(await withTyp(typ))).status).toBe(200);
      },
    );

    it.each([
      'at+jwt',
      'logout+jwt',
      'secevent+jwt',
      'dpop+jwt',
      'application/at+jwt',
      '',
      'JWT ',
      'text/JWT',
      1,
      null,
    ])('is refused with the typ %j: it was made for something else', async (typ) => {
      expectProblem(await show(await withTyp(typ)), 401);
    });
  });

  it('with events is refused: a logout token, or another security event, signs nobody in', async () => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    expectProblem(await show(await good({ events })), 401);
    expectProblem(await show(await good({ events: {} })), 401);
    expectProblem(await show(await typed({ events })), 401);
  });

  it.each<[string, () => object, number]>([
    ['several without azp', () => ({ aud: ['other', server.url] }), 401],
    ['several and the azp of another', () => ({ aud: ['other', server.url], azp: 'other' }), 401],
    ['several and several azp', () => ({ aud: ['other', server.url], azp: [server.url] }), 401],
    ['several and the azp of ours', () => ({ aud: ['other', server.url], azp: server.url }), 200],
    ['ours alone, whatever its azp', () => ({ aud: server.url, azp: 'an application of theirs' }), 200],
  ])('for %s: OpenID Connect Core §3.1.3.7', async (_, claimsOf, status) => {
    expect((await show(await good(claimsOf()))).status).toBe(status);
  });

  it('whose key set is larger than 64 KB is 503', async () => {
    const token = await large.mint({ iss: 'https://large.example', aud: server.url, sub: unique() });
    expectProblem(await show(token), 503);
  });

  it.each<[string, () => Promise<string>]>([
    ['another audience', () => good({ aud: 'http://localhost:3001' })],
    ['no audience', () => good({ aud: undefined })],
    ['no subject', () => good({ sub: undefined })],
    ['an empty subject', () => good({ sub: '' })],
    ['a subject that holds half of a surrogate pair', () => good({ sub: 'half \ud83d' })],
    ['a subject that is no text', () => good({ sub: 7 as unknown as string })],
    ['no end', () => good({ exp: undefined })],
    ['an end that is no time', () => good({ exp: 'never' as unknown as number })],
    ['an end in the past', () => good({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['a beginning in the future', () => good({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['an unknown issuer', () => good({ iss: 'https://unknown.example' })],
    ['no issuer', () => good({ iss: undefined })],
    ['an issuer that is a list', () => good({ iss: ['https://accounts.team.example'] as unknown as string })],
    ['our own issuer', () => good({ iss: server.url })],
    ["another trusted issuer's name", () => good({ iss: 'https://typed.example', aud: 'consentry' })],
    ['an unknown key id', () => foreign.mint({ aud: server.url, sub: 'x' }, { kid: 'k2' })],
  ])('with %s is 401', async (_, mint) => {
    const answer = await show(await mint());
    expectProblem(answer, 401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('signed by anybody else, or by nobody, is 401', async () => {
    const claims = decodeJwt(await good());
    const stranger = (await generateKeyPair('ES256')).privateKey;
    const publicKey = new TextEncoder().encode(JSON.stringify(foreign.jwks.keys[0]));
    const [head, , signature] = (await good()).split('.');
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(stranger),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(publicKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(publicKey),
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${signature}`,
    ])
      expectProblem(await show(token), 401);
  });

  it('is not taken as a cookie', async () => {
    const headers = { cookie: `${sessionCookie(server)}=${await good()}` };
    expectProblem(await call('GET', `${server.url}/api/session`, { headers }), 401);
  });

  it('cannot sign out here: it has no session with us', async () => {
    const token = await good();
    const answer = await call('DELETE', `${server.url}/api/session`, { headers: bearer(token) });
    expectProblem(answer, 401);
    expect((await show(token)).status).toBe(200);
  });

  it('needs no current password, as none is kept here, and can set none', async () => {
    const token = await good({ name: 'Grace' });
    const patch = (body: object) => call('PATCH', `${server.url}/api/account`, { headers: bearer(token), body });
    expect(await patch({ name: 'Admiral' })).toMatchObject({ status: 200, body: { name: 'Admiral' } });
    expectProblem(await patch({ password: 'a new password' }), 400, 'password');
    expect(await who(token)).toMatchObject({ name: 'Admiral' });
  });

  it('closes its account, and begins a new one when it comes again', async () => {
    const token = await good();
    const { id } = await who(token);
    const closed = await call('DELETE', `${server.url}/api/account`, { headers: bearer(token), body: {} });
    expect(closed.status).toBe(204);
    expect((await who(token)).id).not.toBe(id);
  });

  it('whose keys cannot be had is 503, and no more than a stranger once they can', async () => {
    for (const iss of ['https://gone.example', 'https://broken.example']) {
      foreign.status = 500;
      const token = await good({ iss });
      const answer = await show(token);
      expectProblem(answer, 503);
      expect(answer.body).toMatchObject({ error: 'temporarily_unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);

      const account = await signUp(server);
      const application = await register(server, account);
      const consent = await call('GET', authorizeUrl(server, application), { headers: bearer(token) });
      expect(consent).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
      foreign.status = 200;
    }
    expect((await show(await good({ iss: 'https://broken.example' }))).status).toBe(200);
  });

  it('ends by our clock', async () => {
    const token = await good({ exp: Math.floor(Date.now() / 1000) + 3600 });
    expect((await show(token)).status).toBe(200);
    await server.advance({ minutes: 60 });
    expectProblem(await show(token), 401);
    await server.advance({ minutes: -60 });
  });
});

describe("the log on a trusted issuer's token that is refused", () => {
  const HOUR = 3600;
  let foreign: ForeignIssuer;
  let server: TestServer;

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    const issuers = [{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri }];
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(issuers) } });
  });
  afterAll(() => Promise.all([server.stop(), foreign.stop()]));

  const mint = (claims = {}, header = {}) => {
    const exp = Math.floor(Date.now() / 1000) + HOUR;
    return foreign.mint({ aud: server.url, sub: unique(), exp, ...claims }, header);
  };
  const refuse = async (token: string) =>
    expectProblem(await call('GET', `${server.url}/api/session`, { headers: bearer(token) }), 401);
  /** Waits for a log line, which may arrive later than the answer. */
  const linesOf = async (text: string) => {
    await server.logged(text);
    return server.output.split('\n').filter((line) => line.includes(text));
  };

  it.each<[string, () => Promise<string>, string]>([
    ['its audience', () => mint({ aud: 'other' }), 'unexpected \\"aud\\"'],
    ['its typ', () => mint({}, { typ: 'at+jwt' }), 'typ must be'],
    ['its events', () => mint({ events: {} }), 'events'],
    ['its azp', () => mint({ aud: ['other', server.url] }), 'azp'],
    ['its end', () => mint({ exp: 1 }), '\\"exp\\"'],
    ['its subject', () => mint({ sub: undefined }), 'missing required \\"sub\\"'],
    ['a subject that cannot be kept', () => mint({ sub: 'half \ud83d' }), 'sub is not'],
    ['its signature', async () => `${(await mint()).slice(0, -8)}AAAAAAAA`, 'signature'],
    ['its key', () => mint({}, { kid: 'k2' }), 'no key of the issuer'],
    ['its issuer', () => mint({ iss: 'https://elsewhere.example' }), 'not in TRUSTED_ISSUERS'],
  ])('tells the operator that it was for %s, and nothing of the token', async (_, mintOne, reason) => {
    const token = await mintOne();
    for (let calls = 0; calls < 3; calls += 1) await refuse(token);
    const lines = await linesOf(reason);
    expect(lines).toHaveLength(1);
    const issuer = decodeJwt(token).iss ?? '';
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', issuer });
    for (const part of token.split('.').slice(1)) expect(server.output).not.toContain(part);
    if (typeof decodeJwt(token).sub === 'string') expect(server.output).not.toContain(decodeJwt(token).sub);
  });

  it('tells each reason once a minute, and how often it held meanwhile', async () => {
    const token = await mint({ nbf: Math.floor(Date.now() / 1000) + HOUR });
    for (let calls = 0; calls < 5; calls += 1) await refuse(token);
    await server.advance({ seconds: 61 });
    await refuse(token);
    await linesOf('"refused":5');
    const lines = await linesOf('\\"nbf\\"');
    expect(lines.map((line) => (JSON.parse(line) as { refused: number }).refused)).toEqual([1, 5]);
  });

  it('is silent on strangers without a token, and on tokens of our own', async () => {
    const before = server.output;
    const { sessionToken, session } = await signUp(server);
    await call('DELETE', `${server.url}/api/session`, { headers: session });
    for (const token of [sessionToken, 'nonsense', 'a.b.c']) await refuse(token);
    expect(server.output.slice(before.length)).not.toContain('"issuer"');
  });
});
