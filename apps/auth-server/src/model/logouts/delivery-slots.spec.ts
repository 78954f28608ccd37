import { DeliverySlots, type Shared } from './delivery-slots';

describe('places for deliveries', () => {
  let places: DeliverySlots;
  let counter = 0;

  beforeEach(() => {
    places = new DeliverySlots();
  });

  /** A delivery that shares only the given properties with others. */
  const delivery = (given: Partial<Shared> = {}): Shared => {
    counter += 1;
    return { client: `${counter}`, account: `${counter}`, host: `${counter}`, slow: null, ...given };
  };
  const takeAll = (given: Partial<Shared>) => {
    const taken = Array.from({ length: 100 }, () => places.take(delivery(given)));
    return taken.filter((leave) => leave !== null);
  };

  it.each<[string, Partial<Shared>, number]>([
    ['one client', { client: 'a' }, 4],
    ['one account', { account: 'a' }, 8],
    ['one host', { host: 'a' }, 8],
    ['all slow clients', { slow: 'yes' }, 8],
    ['everybody', {}, 32],
  ])('%s (%j) takes at most %i', (_, given, most) => {
    const taken = takeAll(given);
    expect(taken).toHaveLength(most);
    expect(places.take(delivery()) === null).toBe(most === 32);
    taken[0]?.();
    expect(places.take(delivery(given))).not.toBeNull();
  });

  it('a value counts for its own kind alone', () => {
    expect(takeAll({ client: 'a' })).toHaveLength(4);
    expect(places.take(delivery({ host: 'a', account: 'a' }))).not.toBeNull();
  });
});
