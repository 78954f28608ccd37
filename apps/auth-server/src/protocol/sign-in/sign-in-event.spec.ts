import { readSignInEvent } from './sign-in-event';

const NOW = 1_800_000_000_000;
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';
const EVENT = { iat: NOW / 1000, jti: 'j', sub: '42', events: { [LOGOUT]: {} } };

describe("an event of a team's app", () => {
  it.each([
    [LOGOUT, 'signed_out'],
    [`${RISC}account-disabled`, 'disabled'],
    [`${RISC}account-enabled`, 'enabled'],
  ])('%s', (name, kind) => {
    const read = { kind, subject: '42', jti: 'j', sid: null };
    expect(readSignInEvent({ ...EVENT, events: { [name]: {} } }, NOW)).toEqual(read);
    expect(readSignInEvent({ ...EVENT, events: { [name]: {} }, sid: 's' }, NOW)).toEqual({ ...read, sid: 's' });
  });

  it.each<[string, object, RegExp]>([
    ['no iat', { iat: undefined }, /no iat/],
    ['an iat of long ago', { iat: EVENT.iat - 91 }, /not within the last 60 seconds/],
    ['an iat to come', { iat: EVENT.iat + 91 }, /not within the last 60 seconds/],
    ['no jti', { jti: '' }, /jti/],
    ['no sub', { sub: undefined }, /sub/],
    ['a number as sid', { sid: 1 }, /sid/],
    ['no events', { events: undefined }, /exactly one of the members/],
    ['events that are a text', { events: LOGOUT }, /exactly one of the members/],
    ['an unknown event', { events: { toString: {} } }, /exactly one of the members/],
    ['two events', { events: { [LOGOUT]: {}, [`${RISC}account-enabled`]: {} } }, /exactly one of the members/],
  ])('is refused with %s', (_, claims, problem) => {
    expect(readSignInEvent({ ...EVENT, ...claims }, NOW)).toMatch(problem);
  });
});
