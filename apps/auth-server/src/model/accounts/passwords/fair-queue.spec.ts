import { FairQueue } from './fair-queue';

const filled = (places: number, ...items: string[]) => {
  const queue = new FairQueue<string>(places);
  const lost = items.map((item) => queue.add(item.split('.').slice(0, -1), item)).filter(Boolean);
  return { queue, lost };
};

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

describe('a fair queue', () => {
  it('serves one group in the order in which it came', () => {
    expect(drained(filled(9, 'a.1', 'a.2', 'a.3').queue)).toEqual(['a.1', 'a.2', 'a.3']);
  });

  it('lets groups take turns, however many wait in one', () => {
    const { queue } = filled(9, 'a.1', 'a.2', 'a.3', 'b.1', 'c.1', 'b.2');
    expect(drained(queue)).toEqual(['a.1', 'b.1', 'c.1', 'a.2', 'b.2', 'a.3']);
  });

  it('and their parts likewise', () => {
    const { queue } = filled(9, 'a.x.1', 'a.x.2', 'a.y.1', 'b.z.1', 'b.z.2', 'b.z.3');
    expect(drained(queue)).toEqual(['a.x.1', 'b.z.1', 'a.y.1', 'b.z.2', 'a.x.2', 'b.z.3']);
  });

  it('takes the newest place of the largest group for a newcomer', () => {
    const { queue, lost } = filled(4, 'a.1', 'a.2', 'a.3', 'a.4', 'b.1', 'c.1');
    expect(lost).toEqual(['a.4', 'a.3']);
    expect(drained(queue)).toEqual(['a.1', 'b.1', 'c.1', 'a.2']);
  });

  it('takes it from the largest part of that group', () => {
    const { queue, lost } = filled(4, 'a.x.1', 'a.y.1', 'a.x.2', 'a.x.3', 'a.z.1', 'b.z.1');
    expect(lost).toEqual(['a.x.3', 'a.x.2']);
    expect(drained(queue).sort()).toEqual(['a.x.1', 'a.y.1', 'a.z.1', 'b.z.1']);
  });

  it('refuses the newcomer where no group is larger than its own', () => {
    expect(filled(2, 'a.1', 'a.2', 'a.3').lost).toEqual(['a.3']);
    expect(filled(2, 'a.1', 'b.1', 'c.1').lost).toEqual(['c.1']);
  });

  it('forgets groups that are empty', () => {
    const { queue } = filled(2, 'a.1', 'a.2');
    expect(drained(queue)).toEqual(['a.1', 'a.2']);
    expect(queue.add(['b'], 'b.1')).toBeUndefined();
    expect(queue.add(['a'], 'a.3')).toBeUndefined();
    expect(queue.next()).toBe('b.1');
  });
});
