import { ListenerPlaces } from './listener-places';

describe('the places of listeners', () => {
  const places = () => new ListenerPlaces({ ofProcess: 5, ofAddress: 2 });

  it('are two for an address, and five for all', () => {
    const some = places();
    for (const address of ['a', 'a', 'b', 'b']) some.take(address);
    expect(some.take('a')).toBeNull();
    some.take('c');
    expect(some.take('d')).toBeNull();
  });

  it('are given back once each', () => {
    const some = places();
    const [one] = [some.take('a'), some.take('a')];
    one!();
    one!();
    expect(some.take('a')).not.toBeNull();
    expect(some.take('a')).toBeNull();
  });

  it('have no limit of an address where that is not known', () => {
    const some = places();
    for (let count = 0; count < 5; count += 1) some.take(null);
    expect(some.take(null)).toBeNull();
  });
});
