import { jsonWith } from './entry';
import { HEARTBEAT, formatEvent } from './server-sent-event';
import { eventId, matchesAny, parseVersion, snapshotClaims } from './snapshot';

describe('a snapshot', () => {
  const facts = { issuer: 'https://a.example.com', now: 1_700_000_000_999, log: 'log', version: 7 };

  it('is good for five minutes, and says after which time to ask again', () => {
    const claims = { iss: 'https://a.example.com', iat: 1_700_000_000, exp: 1_700_000_300, ttl: 60, v: 7, log: 'log' };
    expect(snapshotClaims(facts)).toEqual(claims);
    expect(snapshotClaims({ ...facts, since: 0 })).toEqual({ ...claims, since: 0 });
  });

  it('ends with the entries', () => {
    expect(jsonWith({ v: 1 }, [])).toBe('{"v":1,"entries":[]}');
    expect(jsonWith({ v: 1 }, ['{"v":1}', '{"v":2}'])).toBe('{"v":1,"entries":[{"v":1},{"v":2}]}');
  });

  it.each<[string, number | null]>([
    ['0', 0],
    ['2147483647', 2_147_483_647],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    [' 1', null],
    ['99999999999', null],
  ])('a version is digits: %j', (text, version) => expect(parseVersion(text)).toBe(version));

  it.each<[string | undefined, boolean]>([
    ['"a.1"', true],
    ['W/"a.1"', true],
    ['"b", W/"a.1"', true],
    ['*', true],
    ['"a.11"', false],
    ['a.1', false],
    [undefined, false],
  ])('RFC 9110 §13.1.2: If-None-Match %j', (tags, matches) => expect(matchesAny(tags, '"a.1"')).toBe(matches));
});

describe('a server-sent event', () => {
  it('is lines, and one that is empty', () => {
    expect(formatEvent({ event: 'hello', id: eventId('log', 7), data: { v: 7 } })).toBe(
      'id: log.7\nevent: hello\ndata: {"v":7}\n\n',
    );
    expect(formatEvent({ event: 'bye', retry: 5, data: {} })).toBe('retry: 5\nevent: bye\ndata: {}\n\n');
    expect(formatEvent({ event: 'ended', data: { v: 7 }, entries: ['{"v":7}'] })).toBe(
      'event: ended\ndata: {"v":7,"entries":[{"v":7}]}\n\n',
    );
    expect(HEARTBEAT).toBe(': heartbeat\n\n');
  });
});
