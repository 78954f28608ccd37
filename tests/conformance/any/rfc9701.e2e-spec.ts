import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { IntrospectedServer } from '@consentry/test-support/world/introspected';
import { type Application, type Tokens, obtainTokens } from '@consentry/test-support/world/world';

const SIGNED = 'application/token-introspection+jwt';

/** A JWT response for token introspection. */
describe('RFC 9701: a signed answer', () => {
  let world: IntrospectedServer;
  let tokens: Tokens;

  beforeAll(async () => {
    world = await IntrospectedServer.start();
    tokens = await obtainTokens(world.server, world.account, world.client);
  });
  afterAll(() => world.server.stop());

  const ask = (token: string, by: Application, accept = SIGNED) => world.ask(token, by, { accept });
  const read = (text: string) =>
    jwtVerify(text, createRemoteJWKSet(new URL(`${world.server.url}/.well-known/jwks.json`)));

  it('§4 is given to who asks for it by Accept', async () => {
    const { client } = world;
    const types = [
      SIGNED,
      `${SIGNED}, application/json`,
      'application/json',
      '*/*',
      `${SIGNED};q=0.1, application/json`,
    ];
    const answers = await Promise.all(types.map((accept) => ask(tokens.access_token, client, accept)));
    const given = answers.map(({ headers }) => headers.get('content-type')?.split(';')[0]);
    const JSON_TYPE = 'application/json';
    expect(given).toEqual([SIGNED, SIGNED, JSON_TYPE, JSON_TYPE, JSON_TYPE]);
    for (const { headers } of answers) expect(headers.get('vary')).toMatch(/\bAccept\b/);
  });

  it('§5 its type is token-introspection+jwt, by a key of the JWKS', async () => {
    const { text, headers } = await ask(tokens.access_token, world.client);
    expect(headers.get('content-type')).toBe(SIGNED);
    expect((await read(text)).protectedHeader).toMatchObject({ typ: 'token-introspection+jwt', alg: 'ES256' });
  });

  it('§5 it holds iss, aud (who asks), iat and token_introspection, and no sub or exp of its own', async () => {
    const { notesService } = world;
    const [signed, plain] = [
      await ask(tokens.access_token, notesService),
      await world.ask(tokens.access_token, notesService),
    ];
    const { payload } = await read(signed.text);
    expect(payload).toEqual({
      iss: world.server.url,
      aud: notesService.client_id,
      iat: expect.any(Number) as number,
      token_introspection: plain.body,
    });
    expect(Math.abs(payload.iat! - Date.now() / 1000)).toBeLessThan(60);
    expect(plain.body['active']).toBe(true);
  });

  it.each<[string, (world: IntrospectedServer) => Application, () => string]>([
    ['another audience', ({ photosService }) => photosService, () => tokens.access_token],
    ['a text that is no token', ({ client }) => client, () => 'none'],
  ])('§5 of what the caller may not see it says active: false alone: %s', async (_, by, token) => {
    const { payload } = await read((await ask(token(), by(world))).text);
    expect(payload['token_introspection']).toEqual({ active: false });
  });

  it('§5 errors are JSON', async () => {
    const { client_id } = world.client;
    const answer = await world.send({ token: 'x', client_id, client_secret: 'wrong' }, { accept: SIGNED });
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  });

  it('§8.1 it cannot be used as an access token', async () => {
    const { text } = await ask(tokens.access_token, world.client);
    expect((await world.ask(text, world.client)).body).toEqual({ active: false });
  });

  it('openid-client asks for it and checks it', async () => {
    const { client_id, client_secret } = world.notesService;
    const config = await openid.discovery(
      new URL(world.server.url),
      client_id,
      { introspection_signed_response_alg: 'ES256' },
      openid.ClientSecretBasic(client_secret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
  });
});
