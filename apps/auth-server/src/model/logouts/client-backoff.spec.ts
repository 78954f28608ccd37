import { ClientBackoff } from './client-backoff';

const TIMED_OUT = { took: 2_000, failed: true };
const SECOND = 1_000;

describe('slow clients', () => {
  let clients: ClientBackoff;

  beforeEach(() => {
    clients = new ClientBackoff();
  });

  it('are paused after a time-out, longer each time, for five minutes at most', () => {
    let now = 0;
    const pauses = Array.from({ length: 8 }, () => {
      clients.note(1, TIMED_OUT, now);
      const since = now;
      while (clients.isPaused(1, now)) now += SECOND;
      return (now - since) / SECOND;
    });
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
    expect(clients.timesOf(1)).toBe(8);
    expect(clients.isPaused(2, now)).toBe(false);
  });

  it('count deliveries that ran at the same time once', () => {
    for (let at = 0; at < 4; at += 1) clients.note(1, TIMED_OUT, at);
    expect(clients.timesOf(1)).toBe(1);
    expect(clients.isPaused(1, 10 * SECOND)).toBe(false);
  });

  it('are not paused where they take the token in the end', () => {
    clients.note(1, { took: 1_500, failed: false }, 0);
    expect([clients.timesOf(1), clients.isPaused(1, 0)]).toEqual([1, false]);
  });

  it.each([true, false])('are slow no more after a quick answer (failed: %s)', (failed) => {
    clients.note(1, TIMED_OUT, 0);
    clients.note(1, { took: 20, failed }, 1);
    expect([clients.timesOf(1), clients.isPaused(1, 1)]).toEqual([0, false]);
  });

  it('are forgotten, the one of longest ago first, where there are very many', () => {
    for (let id = 0; id <= 10_000; id += 1) clients.note(id, TIMED_OUT, 0);
    expect([0, 1, 10_000].map((id) => clients.timesOf(id))).toEqual([0, 1, 1]);
  });
});
