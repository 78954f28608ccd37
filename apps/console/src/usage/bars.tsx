import type { JSX } from 'preact';
import { labelledOf, ticksOf } from './axis';
import type { Range, Span } from './spans';

/** In the units of the drawing, which is as wide as its place. */
const WIDTH = 10;
const HEIGHT = 100;
const GAP = 2;

interface Drawn {
  spans: readonly Span[];
  range: Range;
  label: string;
  /** Of one bar, for a pointer. */
  titleOf: (span: Span) => string;
  /** Below the axis. @param at epoch milliseconds */
  timeOf: (at: number) => string;
  countOf: (count: number) => string;
}

/** Bars of codes and tokens, with the refusals on top, and their axes; the table beside them says the same. */
export const Bars = ({ spans, range, label, titleOf, timeOf, countOf }: Drawn): JSX.Element => {
  const ticks = ticksOf(Math.max(...spans.map(({ codes, tokens, refusals }) => codes + tokens + refusals)));
  const labelled = labelledOf(
    spans.map(({ at }) => at),
    range,
  );
  return (
    <div class="chart">
      <div class="counts" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{countOf(tick)}</span>
        ))}
      </div>
      <Plot {...{ spans, label, titleOf, ticks, labelled }} />
      <div class="times" aria-hidden="true">
        {spans.map(({ at }, place) => (
          <span key={at}>{labelled[place] && timeOf(at)}</span>
        ))}
      </div>
    </div>
  );
};

interface Plotted extends Pick<Drawn, 'spans' | 'label' | 'titleOf'> {
  ticks: readonly number[];
  labelled: readonly boolean[];
}

const Plot = ({ spans, label, titleOf, ticks, labelled }: Plotted) => {
  const width = spans.length * WIDTH;
  const heightOf = (count: number) => (count / ticks.at(-1)!) * HEIGHT;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
      {ticks.map((tick) => (
        <path key={tick} class="line" d={`M0 ${HEIGHT - heightOf(tick)}H${width}`} />
      ))}
      {spans.map((span, place) => {
        const { at, codes, tokens, refusals } = span;
        const given = heightOf(codes + tokens);
        const refused = heightOf(refusals);
        const across = { x: place * WIDTH + GAP / 2, width: WIDTH - GAP };
        return (
          <g key={at}>
            <title>{titleOf(span)}</title>
            {labelled[place] && <path class="line" d={`M${place * WIDTH} ${HEIGHT}v-4`} />}
            <rect {...across} class="given" y={HEIGHT - given} height={given} />
            <rect {...across} class="refused" y={HEIGHT - given - refused} height={refused} />
          </g>
        );
      })}
    </svg>
  );
};

/** What the colours of the bars mean. */
export const Legend = ({ given, refused }: { given: string; refused: string }): JSX.Element => (
  <div class="legend">
    <span>
      <Swatch of="given" /> {given}
    </span>
    <span>
      <Swatch of="refused" /> {refused}
    </span>
  </div>
);

const Swatch = ({ of }: { of: 'given' | 'refused' }) => (
  <svg width="12" height="12" aria-hidden="true">
    <rect class={of} x="1" y="1" width="10" height="10" />
  </svg>
);
