import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_LABEL, deriveKey } from '../../../../apps/auth-server/src/model/keys/master-key';
import { CHECKSUM_LENGTH, withChecksum } from '../../../../apps/auth-server/src/protocol/token/opaque-secret';
import { formatRefreshToken, parseRefreshToken } from '../../../../apps/auth-server/src/protocol/token/refresh-token';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Answer,
  type Tokens,
  call,
  obtainTokens,
  query,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

describe('a refresh token is used once', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const other = givenApplication(server, account);

  const expectInvalidGrant = ({ status, body }: Answer<{ error?: string }>) =>
    expect([status, body.error]).toEqual([400, 'invalid_grant']);

  /** @returns every token pair, the first included. */
  async function chain(length: number): Promise<Tokens[]> {
    const all = [await obtainTokens(server, account, application)];
    while (all.length < length) {
      const { status, body, text } = await refresh(server, all.at(-1)!.refresh_token);
      if (status !== 200) throw new Error(text);
      all.push(body);
    }
    return all;
  }
  const isAlive = async ({ refresh_token }: Tokens) => (await refresh(server, refresh_token)).status === 200;

  it('and each answer carries the next one', async () => {
    const tokens = await chain(6);
    expect(new Set(tokens.map(({ refresh_token }) => refresh_token)).size).toBe(6);
    expect(await isAlive(tokens.at(-1)!)).toBe(true);
  });

  it('whatever else is wrong with its second use: the family ends', async () => {
    const [spent, newest] = await chain(2);
    expectInvalidGrant(await refresh(server, spent!.refresh_token, { resource: 'https://other.example.com' }));
    expectInvalidGrant(await refresh(server, newest!.refresh_token));
  });

  it.each([0, 1, 2])('generation %s of four used again is invalid_grant, and the family ends', async (generation) => {
    const tokens = await chain(4);
    expectInvalidGrant(await refresh(server, tokens[generation]!.refresh_token));
    expectInvalidGrant(await refresh(server, tokens[3]!.refresh_token));
  });

  it('a replay ends its family alone: neither the other families of that grant nor those of other accounts', async () => {
    const neighbour = await obtainTokens(server, await signUp(server), application);
    const sibling = await obtainTokens(server, account, application);
    const [first, second] = await chain(2);
    expectInvalidGrant(await refresh(server, first!.refresh_token));
    expect(await isAlive(second!)).toBe(false);
    expect(await isAlive(sibling)).toBe(true);
    expect(await isAlive(neighbour)).toBe(true);
  });

  it('a replay with the credentials of the application ends the family, too', async () => {
    const [first, second] = await chain(2);
    const { client_id, client_secret } = application;
    expectInvalidGrant(await refresh(server, first!.refresh_token, { client_id, client_secret }));
    expect(await isAlive(second!)).toBe(false);
  });

  it('a replay whose caller proves to be nobody ends nothing', async () => {
    const [first, second] = await chain(2);
    const { client_id } = application;
    const thieves = [
      { client_id, client_secret: 'wrong' },
      { client_id: other.client_id, client_secret: other.client_secret },
      { client_id: other.client_id },
    ];
    for (const credentials of thieves)
      expect((await refresh(server, first!.refresh_token, credentials)).status).toBeGreaterThanOrEqual(400);
    const byPost = await call('POST', `${server.url}/oauth2/token`, {
      body: new URLSearchParams(query({ grant_type: 'refresh_token', refresh_token: first!.refresh_token })),
    });
    expect(byPost.status).toBe(400);
    expect(await isAlive(second!)).toBe(true);
  });

  it("another client's token is refused and stays usable by its owner", async () => {
    const [tokens] = await chain(1);
    const { client_id, client_secret } = other;
    const foreign = await refresh(server, tokens!.refresh_token, { client_id, client_secret });
    expectInvalidGrant(foreign);
    expect(foreign.text).toBe((await refresh(server, 'unknown')).text);
    expect(await isAlive(tokens!)).toBe(true);
  });

  describe('what was never issued is invalid_grant and ends nothing', () => {
    it.each(['unknown', 'csy_refresh_', `csy_refresh_${'A'.repeat(82)}AAAAAA`, ' ', 'a.b.c', '\0'])(
      '%j',
      async (token) => {
        expectInvalidGrant(await refresh(server, token));
      },
    );

    it('a token with any one character changed, also with its checksum mended', async () => {
      const [first, second] = await chain(2);
      for (const token of [first!.refresh_token, second!.refresh_token])
        for (let at = 0; at < token.length - CHECKSUM_LENGTH; at += 5) {
          const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
          expectInvalidGrant(await refresh(server, changed));
          expectInvalidGrant(await refresh(server, withChecksum(changed.slice(0, -CHECKSUM_LENGTH))));
        }
      expect(await isAlive(second!)).toBe(true);
    });

    it('a token with something in front, behind or missing', async () => {
      const [first, second] = await chain(2);
      const token = first!.refresh_token;
      for (const changed of [
        `${token} `,
        ` ${token}`,
        `${token}A`,
        `${token}==`,
        token.slice(1),
        token.slice(0, -1),
        token.toLowerCase(),
        `${token}\0`,
      ])
        expectInvalidGrant(await refresh(server, changed));
      expect(await isAlive(second!)).toBe(true);
    });

    it('the bytes of one token under the head of another', async () => {
      const [first, second] = await chain(2);
      const [one, two] = [first!.refresh_token, second!.refresh_token];
      for (let cut = 20; cut < one.length; cut += 20)
        for (const mixed of [one.slice(0, cut) + two.slice(cut), two.slice(0, cut) + one.slice(cut)])
          if (mixed !== one && mixed !== two) expectInvalidGrant(await refresh(server, mixed));
      expect(await isAlive(second!)).toBe(true);
    });

    it('a token of a generation still to come, as a database restored from a copy would meet', async () => {
      const [tokens] = await chain(1);
      const masterKey = Buffer.from(readFileSync(join(server.dataDir, 'master.key'), 'utf8'), 'base64url');
      const key = deriveKey(masterKey, KEY_LABEL.refresh);
      const content = parseRefreshToken(tokens!.refresh_token, key)!;
      expectInvalidGrant(await refresh(server, formatRefreshToken({ ...content, generation: 5 }, key)));
      expect(await isAlive(tokens!)).toBe(true);
    });

    it('an access token, or a token of another server', async () => {
      const [tokens] = await chain(1);
      expectInvalidGrant(await refresh(server, tokens!.access_token));
      const elsewhere = await TestServer.start();
      const owner = await signUp(elsewhere);
      const foreign = await obtainTokens(elsewhere, owner, await register(elsewhere, owner));
      await elsewhere.stop();
      expectInvalidGrant(await refresh(server, foreign.refresh_token));
      expect(await isAlive(tokens!)).toBe(true);
    });
  });

  describe('a refused refresh spends nothing: the same token works afterwards', () => {
    it.each([
      ['a scope never asked for', { scope: 'photos:read' }],
      ['an empty scope', { scope: ' ' }],
      ['a wrong secret', { client_secret: 'wrong', client_id: 'of the application' }],
      ['another client_id', { client_id: 'nobody' }],
      ['the token under both names', { refresh_token: 'twice' }],
      ['a parameter that is too long', { redirect_uri: 'x'.repeat(2049) }],
    ])('%s', async (_, override) => {
      const [tokens] = await chain(1);
      const named = 'client_secret' in override ? { ...override, client_id: application.client_id } : override;
      const refused = await refresh(server, tokens!.refresh_token, named);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(await isAlive(tokens!)).toBe(true);
    });

    it('and a replay with a bad scope is a replay all the same', async () => {
      const [first, second] = await chain(2);
      expectInvalidGrant(await refresh(server, first!.refresh_token, { scope: 'photos:read' }));
      expect(await isAlive(second!)).toBe(false);
    });
  });

  it('ended by its account, a family stays ended', async () => {
    const own = await register(server, account);
    const tokens = await obtainTokens(server, account, own);
    const grants = `${server.url}/api/grants`;
    const { body } = await call<{ items: { id: string; client: { client_id: string } }[] }>('GET', grants, {
      headers: account.session,
    });
    const grant = body.items.find(({ client }) => client.client_id === own.client_id);
    await call('DELETE', `${grants}/${grant?.id}`, { headers: account.session });
    expectInvalidGrant(await refresh(server, tokens.refresh_token));
    const fresh = await obtainTokens(server, account, own);
    expectInvalidGrant(await refresh(server, tokens.refresh_token));
    expect(await isAlive(fresh)).toBe(true);
  });

  it('deleted with its application, a family stays ended', async () => {
    const own = await register(server, account);
    const tokens = await obtainTokens(server, account, own);
    await call('DELETE', `${server.url}/api/applications/${own.client_id}`, { headers: account.session });
    expectInvalidGrant(await refresh(server, tokens.refresh_token));
  });
});
