import { type Count, countOf, countersOf, incremented, reachedLimit } from './counter';

const NOW = 1_700_000_000_000;
const TRICKLE = 10_000;

/** Failed sign-ins of one email, as many as are taken, the last one at NOW. */
function full(): Count {
  const counters = countersOf('password_failures', { address: '203.0.113.1', subject: 'ann@example.com' });
  const counter = counters.find(({ by }) => by === 'subject')!;
  let count = countOf(counter, undefined, NOW);
  for (let tries = 0; tries < counter.most; tries += 1) count = incremented(count, NOW);
  return count;
}

describe('a full counter that lets one try through now and then', () => {
  it.each([
    ['at the time of the last try', 0, NOW + TRICKLE],
    ['just before the next one is due', TRICKLE - 1, NOW + TRICKLE],
    ['slightly before the last try, whose call has written first', -5, NOW + TRICKLE],
    ['by a clock set back by less than the wait', 1 - TRICKLE, NOW + TRICKLE],
  ])('holds %s', (_, after, until) => {
    expect(reachedLimit([full()], NOW + after)?.until).toBe(until);
  });

  it.each([
    ['when the next one is due', TRICKLE],
    ['by a clock set back by the wait or more', -TRICKLE],
  ])('lets one through %s', (_, after) => {
    expect(reachedLimit([full()], NOW + after)).toBeNull();
  });
});
