const MINUTE = 60_000;
const UNITS = [
  ['day', 1_440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How a language writes moments, which the API gives as texts. */
export function momentsOf(language: string) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  /** "3 June 2026" */
  const dayOf = (at: string): string => day.format(new Date(at));
  /** "3 Jun 2026, 14:05", where the person is */
  const timeOf = (at: string): string => moment.format(new Date(at));
  /** "2 minutes ago"; older than a month: the day. @param now epoch milliseconds */
  const ago = (at: string, now: number): string => {
    const span = Math.max(0, now - Date.parse(at));
    if (span > 30 * 1_440 * MINUTE) return dayOf(at);
    const [unit, length] = UNITS.find(([, each]) => span >= each) ?? ['minute', MINUTE];
    return relative.format(-Math.floor(span / length), unit);
  };
  /** "in 5 hours", rounded up. @param now epoch milliseconds */
  const until = (at: string, now: number): string => {
    const span = Math.max(0, Date.parse(at) - now);
    const [unit, length] = UNITS.find(([, each]) => span > each) ?? ['minute', MINUTE];
    return relative.format(Math.ceil(span / length), unit);
  };
  /** "today", "3 days ago"; older than a month: the day. @param now epoch milliseconds */
  const daysAgo = (at: string, now: number): string => {
    const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
    const days = Math.round((midnight(now) - midnight(Date.parse(at))) / (1_440 * MINUTE));
    return days > 30 ? dayOf(at) : relative.format(-Math.max(0, days), 'day');
  };
  return { dayOf, timeOf, ago, until, daysAgo };
}
