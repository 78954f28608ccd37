import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { registerItself } from '@consentry/test-support/world/registration';
import { type Application, authorizeUrl, call, exchange, obtainCode, pkce } from '@consentry/test-support/world/world';

type Override = Record<string, string | undefined>;

describe('proof key for code exchange (RFC 7636)', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server);
  const confidential = givenApplication(server, account);
  const phone = givenApplication(server, account, { client_type: 'public' });

  const ask = (application: Application, override: Override) =>
    call('GET', authorizeUrl(server, application, override), { headers: account.session });
  const challenged = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });

  it('§4.2 S256: the challenge is the hash of the verifier, as Appendix B computes it', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const code = await obtainCode(server, account, confidential, challenged(challenge));
    expect((await exchange(server, confidential, code, { code_verifier: verifier })).status).toBe(200);
  });

  it('§4.3 a method that is not supported is invalid_request', async () => {
    const { challenge } = pkce();
    for (const method of ['plain', 's256', undefined]) {
      const { status, body } = await ask(confidential, { code_challenge: challenge, code_challenge_method: method });
      expect([method, status, body.error]).toEqual([method, 400, 'invalid_request']);
    }
  });

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}+`])(
    '§4.2 a challenge that is not 43 base64url characters is invalid_request: %j',
    async (challenge) => {
      const { status, body } = await ask(confidential, challenged(challenge));
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  );

  it('§4.4.1 a public client that sends no challenge is told so by invalid_request', async () => {
    const { status, body } = await ask(phone, {});
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description).toContain('code_challenge');
  });

  it('§4.4.1 so is one that registered itself, unless a nonce binds its code (RFC 9700 §2.1.1)', async () => {
    const stranger = await registerItself(server);
    const withNonce = { scope: 'openid notes:read', nonce: 'a-nonce' };
    for (const request of [{}, { nonce: 'a-nonce' }, { scope: 'openid notes:read' }]) {
      const { status, body } = await ask(stranger, request);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toMatch(
        /must send code_challenge \(PKCE, S256\), or the scope openid with a nonce$/,
      );
    }
    expect((await ask(stranger, withNonce)).status).toBe(200);
    const phones = await registerItself(server, { token_endpoint_auth_method: 'none' });
    expect((await ask(phones, withNonce)).status).toBe(400);
  });

  it.each([
    ['missing', undefined],
    ['another one', pkce().verifier],
    ['too short', 'x'.repeat(42)],
    ['too long', 'x'.repeat(129)],
    ['of other characters', `${'x'.repeat(42)}!`],
  ])('§4.6 a verifier that does not fit is invalid_grant, and the code stays: %s', async (_, wrong) => {
    const { verifier, challenge } = pkce();
    const code = await obtainCode(server, account, phone, challenged(challenge));
    const refused = await exchange(server, phone, code, { client_secret: undefined, code_verifier: wrong });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    const taken = await exchange(server, phone, code, { client_secret: undefined, code_verifier: verifier });
    expect(taken.status).toBe(200);
  });

  it('§4.6 a verifier without a challenge is refused: it tells of a downgrade (RFC 9700 §4.8.2)', async () => {
    const code = await obtainCode(server, account, confidential);
    const { status, body } = await exchange(server, confidential, code, { code_verifier: pkce().verifier });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('proof key for code exchange (RFC 7636), REQUIRE_PKCE=on', () => {
  const server = givenServer({ env: { REQUIRE_PKCE: 'on' } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  it('§4.4.1 every client must send a challenge, pushed or not', async () => {
    const { challenge } = pkce();
    const { client_id, client_secret, redirect_uris } = application;
    const request = { scope: 'openid notes:read', nonce: 'a-nonce' };
    const push = (proof: Record<string, string>) =>
      call('POST', `${server.url}/oauth2/par`, {
        body: new URLSearchParams({
          ...{ client_id, client_secret, redirect_uri: redirect_uris[0] ?? '', response_type: 'code', state: 's' },
          ...request,
          ...proof,
        }),
      });
    const ask = (proof: Override) =>
      call('GET', authorizeUrl(server, application, { ...request, ...proof }), { headers: account.session });
    for (const { status, body } of [await ask({}), await push({})]) {
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toBe('every application must send code_challenge (PKCE, S256)');
    }
    const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect([(await ask(proof)).status, (await push(proof)).status]).toEqual([200, 201]);
  });
});
