import { timeOrderedId } from './time-ordered-id';

const NOW = 1_763_600_000_123;

describe('timeOrderedId', () => {
  it('is a UUID of version 7 (RFC 9562 §5.7) that begins with the time', () => {
    const id = timeOrderedId(NOW);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
  });

  it.each([0, 1, 2 ** 48 - 1])('has its length at %d', (now) => expect(timeOrderedId(now)).toHaveLength(36));

  it('is another each time, in the order of time', () => {
    const ids = Array.from({ length: 1_000 }, () => timeOrderedId(NOW));
    expect(new Set(ids).size).toBe(1_000);
    expect(timeOrderedId(NOW + 1) > (ids.sort().at(-1) ?? '')).toBe(true);
  });
});
