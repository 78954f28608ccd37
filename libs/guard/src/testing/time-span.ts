const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `'90s'`, `'-1h'`: a number and `ms`, `s`, `m`, `h` or `d`. */
export type TimeSpan = `${number}${keyof typeof UNITS}`;

/** Milliseconds. Throws a TypeError for another text. */
export function parseTimeSpan(span: TimeSpan): number {
  const [, count, unit] = /^([+-]?\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(span) ?? [];
  if (count === undefined) throw new TypeError(`a time span is a number and ms, s, m, h or d, as '-1s'; got '${span}'`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
