import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { exchange, obtainCode, obtainTokens, refresh } from '@consentry/test-support/world/world';

describe('how long codes and tokens live', () => {
  const server = givenServer({ isFrozen: true, env: { SESSION_TTL: '300000000' } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  describe('a code', () => {
    it.each([
      ['after 9:59 minutes is taken', { seconds: 599 }, 200],
      ['a millisecond before 10 minutes is taken', { ms: 599_999 }, 200],
      ['at 10 minutes is expired', { minutes: 10 }, 400],
      ['after 10:01 minutes is expired', { seconds: 601 }, 400],
    ])('%s', async (_, time, expected) => {
      const code = await obtainCode(server, account, application);
      await server.advance(time);
      const { status, body } = await exchange(server, application, code);
      expect([status, body.error]).toEqual([expected, expected === 200 ? undefined : 'invalid_grant']);
    });

    it('replayed a millisecond before its expiry ends its family', async () => {
      const code = await obtainCode(server, account, application);
      const { body } = await exchange(server, application, code);
      await server.advance({ ms: 599_999 });
      expect((await exchange(server, application, code)).body.error).toBe('invalid_grant');
      expect((await refresh(server, body.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('replayed at its expiry is forgotten and ends nothing', async () => {
      const code = await obtainCode(server, account, application);
      const { body } = await exchange(server, application, code);
      await server.advance({ minutes: 10 });
      expect((await exchange(server, application, code)).body.error).toBe('invalid_grant');
      expect((await refresh(server, body.refresh_token)).status).toBe(200);
    });
  });

  it('an access token says 14 days, by the clock of the server, and a refreshed one 14 days from then', async () => {
    const now = Math.floor((await server.freeze()) / 1000);
    const first = await obtainTokens(server, account, application);
    expect(first.expires_in).toBe(1_209_600);
    expect(decodeJwt(first.access_token)).toMatchObject({ iat: now, exp: now + 14 * 86_400 });
    await server.advance({ days: 13 });
    const { body: second } = await refresh(server, first.refresh_token);
    expect(decodeJwt(second.access_token)).toMatchObject({ iat: now + 13 * 86_400, exp: now + 27 * 86_400 });
  });

  describe('a refresh token', () => {
    it.each([
      ['a millisecond before 90 days is taken', { days: 90, ms: -1 }, 200],
      ['at 90 days is expired', { days: 90 }, 400],
      ['after 91 days is expired', { days: 91 }, 400],
    ])('%s', async (_, time, expected) => {
      const { refresh_token } = await obtainTokens(server, account, application);
      await server.advance(time);
      const { status, body } = await refresh(server, refresh_token);
      expect([status, body.error]).toEqual([expected, expected === 200 ? undefined : 'invalid_grant']);
    });

    it('lives 90 days from its own issue, not from the first of its family', async () => {
      const first = await obtainTokens(server, account, application);
      await server.advance({ days: 89 });
      const { body: second } = await refresh(server, first.refresh_token);
      await server.advance({ days: 89 });
      const { status, body: third } = await refresh(server, second.refresh_token);
      expect(status).toBe(200);
      await server.advance({ days: 90 });
      expect((await refresh(server, third.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('replayed after its own 90 days still ends a living family', async () => {
      const first = await obtainTokens(server, account, application);
      await server.advance({ days: 80 });
      const { body: second } = await refresh(server, first.refresh_token);
      await server.advance({ days: 20 });
      expect((await refresh(server, first.refresh_token)).body.error).toBe('invalid_grant');
      expect((await refresh(server, second.refresh_token)).body.error).toBe('invalid_grant');
    });
  });
});
