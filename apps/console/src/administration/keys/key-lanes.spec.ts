import { type SigningKey, WIDTH, lanesOf } from './key-lanes';

const day = (at: number) => new Date(Date.UTC(2026, 10, at)).toISOString();
const now = Date.parse(day(20));

const key = (kid: string, fields: Partial<SigningKey>): SigningKey => ({
  ...{ kid, alg: 'ES256', purpose: 'access_token', phase: 'signing', created_at: day(1), signs_from: day(1) },
  ...{ next_announced_at: null, public_until: null, compromised_at: null },
  ...fields,
});

const kinds = (keys: SigningKey[]) => lanesOf(keys, now).lanes.map(({ bars }) => bars.map(({ kind }) => kind));

it('a key is announced, signs until the next one does, and is trusted for a while', () => {
  const old = key('old', { phase: 'retired', created_at: day(2), signs_from: day(5), public_until: day(25) });
  const next = key('next', { created_at: day(14), signs_from: day(15), next_announced_at: day(30) });
  const { from, to, lanes } = lanesOf([next, old], now);
  expect([from, to]).toEqual([Date.parse(day(2)), Date.parse(day(30))]);
  expect(kinds([next, old])).toEqual([
    ['announce', 'sign'],
    ['announce', 'sign', 'retire'],
  ]);
  const [, bars] = lanes.map((lane) => lane.bars);
  expect(bars!.map(({ x }) => Math.round((x / WIDTH) * 28))).toEqual([0, 3, 13]);
  expect(Math.round(((bars![2]!.x + bars![2]!.width) / WIDTH) * 28)).toBe(23);
});

it('a leaked key is trusted no longer, and ends no other', () => {
  const leaked = key('leaked', {
    phase: 'compromised',
    created_at: day(1),
    signs_from: day(3),
    compromised_at: day(10),
  });
  const signing = key('signing', { created_at: day(10), signs_from: day(10), next_announced_at: day(28) });
  expect(kinds([signing, leaked])).toEqual([['sign'], ['announce', 'sign']]);
});

it('an announced key that leaked before it signed never signs', () => {
  const leaked = key('leaked', {
    phase: 'compromised',
    created_at: day(8),
    signs_from: day(12),
    compromised_at: day(10),
  });
  expect(kinds([leaked])).toEqual([['announce']]);
});

it('keys for other tokens have lives of their own', () => {
  const ids = key('ids', { purpose: 'id_token', created_at: day(10), signs_from: day(10) });
  const { lanes } = lanesOf([ids, key('tokens', {})], now);
  expect(lanes[1]!.bars).toHaveLength(1);
  expect(lanes[1]!.bars[0]!.width).toBeCloseTo(WIDTH);
});

it('one key that was made now has a picture', () => {
  const { lanes } = lanesOf([key('new', { created_at: day(20), signs_from: day(20) })], now);
  expect(lanes[0]!.bars.every(({ x, width }) => Number.isFinite(x) && Number.isFinite(width))).toBe(true);
});
