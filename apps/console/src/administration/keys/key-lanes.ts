import type { components } from '../../api/generated/schema';

export type Keys = components['schemas']['KeyListView'];
export type SigningKey = components['schemas']['SigningKeyView'];

export const WIDTH = 600;

/** Of a key's life, in units of the picture. */
export interface Bar {
  kind: 'announce' | 'sign' | 'retire';
  x: number;
  width: number;
}

export interface Lanes {
  from: number;
  to: number;
  /** Where now is. */
  now: number;
  lanes: { key: SigningKey; bars: Bar[] }[];
}

interface Span {
  kind: Bar['kind'];
  from: number;
  to: number;
}

/** The lives of keys on one scale, from the first to what is known of the last. @param now epoch milliseconds */
export function lanesOf(keys: readonly SigningKey[], now: number): Lanes {
  const spans = keys.map((key) => ({ key, spans: spansOf(key, keys, now) }));
  const times = [now, ...spans.flatMap(({ spans: of }) => of.flatMap(({ from, to }) => [from, to]))];
  const [from, to] = [Math.min(...times), Math.max(...times, now + 1)];
  const at = (time: number) => ((time - from) / (to - from)) * WIDTH;
  return {
    ...{ from, to, now: at(now) },
    lanes: spans.map(({ key, spans: of }) => ({
      key,
      bars: of.map((span) => ({ kind: span.kind, x: at(span.from), width: Math.max(1, at(span.to) - at(span.from)) })),
    })),
  };
}

function spansOf(key: SigningKey, keys: readonly SigningKey[], now: number): Span[] {
  const [made, signs] = [Date.parse(key.created_at), Date.parse(key.signs_from)];
  const stops = stopOf(key, keys, now);
  const trusted = key.public_until === null ? stops : Date.parse(key.public_until);
  const spans: Span[] = [
    { kind: 'announce', from: made, to: Math.min(signs, stops) },
    { kind: 'sign', from: signs, to: stops },
    { kind: 'retire', from: stops, to: trusted },
  ];
  return spans.filter(({ from, to }) => to > from);
}

/** When it signs no more, as far as that is known. */
function stopOf(key: SigningKey, keys: readonly SigningKey[], now: number): number {
  if (key.compromised_at !== null) return Date.parse(key.compromised_at);
  const signs = Date.parse(key.signs_from);
  const later = keys
    .filter(({ purpose, compromised_at: leaked }) => purpose === key.purpose && leaked === null)
    .map((other) => Date.parse(other.signs_from))
    .filter((other) => other > signs);
  if (later.length > 0) return Math.min(...later);
  return Math.max(now, signs, key.next_announced_at === null ? 0 : Date.parse(key.next_announced_at));
}
