const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** Dates and spans as a locale has them, by `Intl`; the server does not guess a time zone. Times are epoch milliseconds. */
export function formatsOf(locale: string, now: () => number) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  const clock = new Intl.DateTimeFormat(locale, {
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const spans = UNITS.map(([unit, length]) => ({
    length,
    format: new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }),
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
