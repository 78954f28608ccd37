import type { components, paths } from '../../api/generated/schema';

type Asked = NonNullable<paths['/api/admin/events']['get']['parameters']['query']>;

export type RecordedEvent = components['schemas']['RecordedEventView'];
export type Kind = RecordedEvent['kind'];

export const NAMES = ['kind', 'account_id', 'client_id', 'actor_id', 'from', 'to'] as const;

export type Name = (typeof NAMES)[number];

/** What the address asks for; `from` and `to` are days of the reader. */
export type Filter = Partial<Record<Name, string>>;

const nonEmpty = (valueOf: (name: Name) => string | null | undefined): Filter =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = valueOf(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );

export const filterOf = (query: URLSearchParams): Filter => nonEmpty((name) => query.get(name));

/** Where these events are shown. */
export function eventsPlace(filter: Filter): string {
  const query = new URLSearchParams(nonEmpty((name) => filter[name])).toString();
  return query === '' ? '/admin/events' : `/admin/events?${query}`;
}

/** As the API takes it: the last day counts. */
export function askedOf({ kind, from, to, ...others }: Filter): Asked {
  return {
    ...others,
    // The server refuses a kind that there is not.
    ...(kind !== undefined && { kind: kind as Kind }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
  };
}

/** The first moment of a day where the reader is. What is no day stays, for the server to refuse. */
function startOf(day: string, later = 0): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined ? day : new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
