import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { decide, requestConsent } from '@consentry/test-support/world/world';

describe('how long a consent session lives', () => {
  const server = givenServer({ isFrozen: true, env: { SESSION_TTL: '31536000' } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const openSession = async () => (await requestConsent(server, account, application)).sessionID;
  const outcome = async (sessionId: string) => {
    const { status, headers } = await decide(server, account, sessionId);
    const { searchParams } = new URL(headers.get('location') ?? 'none:');
    return searchParams.get('error') ?? (searchParams.has('code') ? 'approved' : status);
  };

  it.each([
    ['after 4:59 minutes it is open', { seconds: 299 }, 'approved'],
    ['a millisecond before 5 minutes it is open', { ms: 299_999 }, 'approved'],
    ['at 5 minutes it is over: 301 without a code', { minutes: 5 }, 'invalid_request'],
    ['after 5:01 minutes it is over', { seconds: 301 }, 'invalid_request'],
    ['for an hour more it is remembered', { ms: 65 * 60_000 - 1 }, 'invalid_request'],
    ['then it is unknown', { minutes: 65 }, 400],
  ])('%s', async (_, time, expected) => {
    const sessionId = await openSession();
    await server.advance(time);
    expect(await outcome(sessionId)).toBe(expected);
  });

  it('one that was decided is remembered as long, never usable again', async () => {
    const sessionId = await openSession();
    expect(await outcome(sessionId)).toBe('approved');
    await server.advance({ ms: 65 * 60_000 - 1 });
    expect(await outcome(sessionId)).toBe('invalid_request');
    await server.advance({ ms: 1 });
    expect(await outcome(sessionId)).toBe(400);
  });

  it('one that is over or decided says so, even to a decision that is none; an open one stays open', async () => {
    const nonsense = { is_rejected: 2 };
    const [decided, over] = [await openSession(), await openSession()];
    await decide(server, account, decided);
    await server.advance({ minutes: 5 });
    const open = await openSession();
    for (const sessionId of [decided, over]) {
      const { status, headers } = await decide(server, account, sessionId, nonsense);
      expect(status).toBe(301);
      expect(new URL(headers.get('location') ?? 'none:').searchParams.get('error')).toBe('invalid_request');
    }
    const refused = await decide(server, account, open, nonsense);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(await outcome(open)).toBe('approved');
  });

  it('asking again makes the old one live no longer', async () => {
    const first = await openSession();
    await server.advance({ minutes: 4 });
    const second = await openSession();
    await server.advance({ minutes: 1 });
    expect(await outcome(first)).toBe('invalid_request');
    expect(await outcome(second)).toBe('approved');
  });
});
