const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** Dates and spans in a language, by `Intl`; the server does not guess a time zone. Times are epoch milliseconds. */
export function formatsOf(language: string, now: () => number) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  const clock = new Intl.DateTimeFormat(language, {
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const spans = UNITS.map(([unit, length]) => ({
    length,
    format: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }),
  }));
  const shortest = spans[spans.length - 1]!;
  return {
    span: (seconds: number) => {
      const { format, length } = spans.find((unit) => seconds * 1000 >= unit.length) ?? shortest;
      return format.format((seconds * 1000) / length);
    },
    day: (at: number) => day.format(at),
    isToday: (at: number) => day.format(at) === day.format(now()),
    time: (at: number) => time.format(at),
    clock: (at: number) => clock.format(at),
    ago: (at: number) => {
      const span = Math.max(0, now() - at);
      const [unit, length] = UNITS.find(([, length]) => span >= length) ?? ['minute', MINUTE];
      return relative.format(-Math.floor(span / length), unit);
    },
  };
}
