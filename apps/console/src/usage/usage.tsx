import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { useLoaded } from '../api/use-loaded';
import { TableHead } from '../controls/table-head';
import { WhenLoaded } from '../controls/when-loaded';
import { dayOf, language, t } from '../messages/messages';
import { link } from '../navigation';
import { Bars, Legend } from './bars';
import { type CountedHour, HOURS, type Range, type Span, spansOf, totalsOf } from './spans';

const RANGES: readonly Range[] = ['hours', 'days'];

const SPOKEN = language === 'en' ? 'en-GB' : language;
const FORMATS: Readonly<Record<Range, Intl.DateTimeFormat>> = {
  hours: new Intl.DateTimeFormat(SPOKEN, { weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  days: new Intl.DateTimeFormat(SPOKEN, { dateStyle: 'medium' }),
};
/** Below the bars, where there is little room. */
const SHORT: Readonly<Record<Range, Intl.DateTimeFormat>> = {
  hours: new Intl.DateTimeFormat(SPOKEN, { hour: '2-digit', minute: '2-digit' }),
  days: new Intl.DateTimeFormat(SPOKEN, { day: 'numeric', month: 'short' }),
};
const COUNTS = new Intl.NumberFormat(SPOKEN, { notation: 'compact' });
/** The person's. */
const { timeZone } = FORMATS.hours.resolvedOptions();

const words = t.usage;

/** How often an application got codes and tokens, and why it was refused. */
export const Usage = ({ clientId }: { clientId: string }): JSX.Element => {
  const [range, setRange] = useState<Range>('hours');
  const loaded = useLoaded(async () => {
    const params = { path: { client_id: clientId }, query: { hours: HOURS[range] } };
    const usage = await call(() => api.GET('/api/applications/{client_id}/usage', { params }));
    return { ...usage, range };
  }, range);
  return (
    <>
      <div class="bar">
        <div class="seg" role="group" aria-label={words.range}>
          {RANGES.map((one) => (
            <button key={one} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
              {words.ranges[one]}
            </button>
          ))}
        </div>
      </div>
      <WhenLoaded loaded={loaded}>
        {({ hours, to, since, range: shown }) => {
          const spans = spansOf(hours, shown, Date.parse(to));
          const isEmpty = spans.every(({ codes, tokens, refusals }) => codes + tokens + refusals === 0);
          if (isEmpty) return <NoUsage since={since} />;
          return (
            <>
              <Calls spans={spans} range={shown} since={since} />
              <Refusals hours={hours} />
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
};

const NoUsage = ({ since }: { since: string | null }) => (
  <section class="card">
    <div class="empty">
      <h2>{words.none}</h2>
      <p>{words.noneText}</p>
      {since !== null && <p>{words.since(dayOf(since))}</p>}
    </div>
  </section>
);

const Calls = ({ spans, range, since }: { spans: readonly Span[]; range: Range; since: string | null }) => {
  const sums = {
    codes: spans.reduce((sum, { codes }) => sum + codes, 0),
    tokens: spans.reduce((sum, { tokens }) => sum + tokens, 0),
    refusals: spans.reduce((sum, { refusals }) => sum + refusals, 0),
  };
  return (
    <section class="card" aria-labelledby="calls">
      <header>
        <div>
          <h2 id="calls">{words.title}</h2>
          <p>{words.text}</p>
        </div>
      </header>
      <div class="pad stack">
        <p>{words.sums(sums)}</p>
        <Bars
          spans={spans}
          range={range}
          label={`${words.ranges[range]}: ${words.sums(sums)}`}
          titleOf={(span) => `${FORMATS[range].format(span.at)}: ${words.sums(span)}`}
          timeOf={(at) => SHORT[range].format(at)}
          countOf={(count) => COUNTS.format(count)}
        />
        <Legend {...words.legend} />
        <p class="hint">{words.zone(timeZone)}</p>
        <details>
          <summary>{words.asTable}</summary>
          <SpanTable spans={spans} range={range} />
        </details>
      </div>
      <footer>
        <span>{words.late}</span>
        {since !== null && <span>{words.since(dayOf(since))}</span>}
      </footer>
    </section>
  );
};

const SpanTable = ({ spans, range }: { spans: readonly Span[]; range: Range }) => {
  const { columns } = words;
  return (
    <table class="table" role="table" aria-labelledby="calls">
      <TableHead columns={[columns.spans[range], columns.codes, columns.tokens, columns.refusals]} />
      <tbody role="rowgroup">
        {spans.toReversed().map(({ at, codes, tokens, refusals }) => (
          <tr key={at} role="row">
            <td role="cell">{FORMATS[range].format(at)}</td>
            <td role="cell" data-l={columns.codes}>
              {codes}
            </td>
            <td role="cell" data-l={columns.tokens}>
              {tokens}
            </td>
            <td role="cell" data-l={columns.refusals}>
              {refusals}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Refusals = ({ hours }: { hours: readonly CountedHour[] }) => {
  const { columns } = words;
  const totals = totalsOf(hours.map(({ refusals }) => refusals));
  if (totals.length === 0) return null;
  return (
    <section class="card" aria-labelledby="refusals">
      <header>
        <div>
          <h2 id="refusals">{words.refusals}</h2>
        </div>
      </header>
      <table class="table" role="table" aria-labelledby="refusals">
        <TableHead columns={[columns.error, columns.often, columns.reason]} />
        <tbody role="rowgroup">
          {totals.map(([error, count]) => (
            <tr key={error} role="row">
              <td role="cell">
                <a href={link(`/docs/errors/${error}`)}>
                  <code>{error}</code>
                </a>
              </td>
              <td role="cell" data-l={columns.often}>
                {count}
              </td>
              <td role="cell" data-l={columns.reason}>
                {words.reasons[error]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
