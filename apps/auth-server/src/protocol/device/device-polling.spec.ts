import { type DeviceState, judgePoll, pending } from './device-polling';

const NOW = 1_000_000;
const UNDECIDED = { decidedAt: null, grantId: null, grantEpoch: null, reissues: null };
const WAITING: DeviceState = { publicClientId: 'one', expiresAt: NOW + 1, ...UNDECIDED, redeemedAt: null };
const APPROVED = { ...WAITING, decidedAt: NOW - 1, grantId: 'a grant', grantEpoch: 0 };
const REFUSED = { ...WAITING, decidedAt: NOW - 1 };
const poll = (device: DeviceState | null) => judgePoll(device, { publicClientId: 'one', now: NOW });

describe('a poll', () => {
  it('of what the account has not decided finds nothing yet', () => expect(poll(WAITING)).toBeNull());

  it('of what it approved finds that', () => expect(poll(APPROVED)).toBe(APPROVED));

  it.each([
    ['an unknown code', null, 'invalid_grant'],
    ["another client's", { ...APPROVED, publicClientId: 'two' }, 'invalid_grant'],
    ["another client's that has expired", { ...WAITING, publicClientId: 'two', expiresAt: NOW }, 'invalid_grant'],
    ['a used one', { ...APPROVED, redeemedAt: NOW - 1 }, 'invalid_grant'],
    ['an expired one', { ...WAITING, expiresAt: NOW }, 'expired_token'],
    ['an approved one that has expired', { ...APPROVED, expiresAt: NOW }, 'expired_token'],
    ['a refused one', REFUSED, 'access_denied'],
  ])('%s', (_, device, code) => {
    expect(() => poll(device)).toThrow(expect.objectContaining({ code, status: 400 }) as Error);
  });

  it('that came too early is told to slow down', () => {
    expect([pending(true), pending(false)].map(({ code, status }) => [code, status])).toEqual([
      ['authorization_pending', 400],
      ['slow_down', 400],
    ]);
  });
});
