import { momentsOf } from './moments';

const { ago, timeOf, until, daysAgo } = momentsOf('en-GB');
const NOW = Date.parse('2026-11-24T12:00:00Z');

it.each([
  ['2026-11-24T11:59:40Z', 'this minute'],
  ['2026-11-24T12:03:00Z', 'this minute'],
  ['2026-11-24T11:58:00Z', '2 minutes ago'],
  ['2026-11-24T09:30:00Z', '2 hours ago'],
  ['2026-11-23T11:00:00Z', 'yesterday'],
  ['2026-06-03T12:00:00Z', '3 June 2026'],
])('%s was %s', (at, text) => expect(ago(at, NOW)).toBe(text));

it.each([
  ['2026-11-25T12:00:00Z', 'in 24 hours'],
  ['2026-11-25T11:30:00Z', 'in 24 hours'],
  ['2026-11-24T12:59:00Z', 'in 59 minutes'],
  ['2026-11-24T12:00:10Z', 'in 1 minute'],
  ['2026-11-27T12:00:00Z', 'in 3 days'],
])('%s will be %s', (at, text) => expect(until(at, NOW)).toBe(text));

it.each([
  ['2026-11-24T12:00:00Z', 'today'],
  ['2026-11-23T11:00:00Z', 'yesterday'],
  ['2026-11-20T12:00:00Z', '4 days ago'],
  ['2026-06-03T12:00:00Z', '3 June 2026'],
])('the day of %s was %s', (at, text) => expect(daysAgo(at, NOW)).toBe(text));

it('a moment has its time', () => expect(timeOf('2026-06-03T12:05:00Z')).toMatch(/^3 Jun 2026, \d\d:\d5$/));
