import { askedOf, eventsPlace, filterOf } from './filter';

describe('the filter of events', () => {
  it('stands in the address, without what is empty or unknown', () => {
    const filter = filterOf(new URLSearchParams('kind=key.announced&account_id=%20&from=2026-11-01&cursor=x'));
    expect(filter).toEqual({ kind: 'key.announced', from: '2026-11-01' });
    expect(eventsPlace(filter)).toBe('/admin/events?kind=key.announced&from=2026-11-01');
    expect(eventsPlace({ account_id: '' })).toBe('/admin/events');
    expect(eventsPlace({ client_id: 'https://a.example/c' })).toBe(
      '/admin/events?client_id=https%3A%2F%2Fa.example%2Fc',
    );
  });

  it('asks the server from the first moment of a day to the end of another, where the reader is', () => {
    const { from, to } = askedOf({ from: '2026-12-30', to: '2026-12-31' });
    expect([from, to]).toEqual([new Date(2026, 11, 30), new Date(2027, 0, 1)].map((at) => at.toISOString()));
  });

  it('leaves to the server what is no day', () => {
    expect(askedOf({ from: 'yesterday', account_id: 'a' })).toEqual({ from: 'yesterday', account_id: 'a' });
  });
});
