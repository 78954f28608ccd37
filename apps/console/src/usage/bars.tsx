import type { JSX } from 'preact';
import type { Span } from './spans';

/** In the units of the drawing, which is as wide as its place. */
const WIDTH = 10;
const HEIGHT = 100;
const GAP = 2;

interface Drawn {
  spans: readonly Span[];
  label: string;
  /** Of one bar, for a pointer. */
  titleOf: (span: Span) => string;
}

/** Bars of codes and tokens, with the refusals on top; the table beside them says the same. */
export const Bars = ({ spans, label, titleOf }: Drawn): JSX.Element => {
  const highest = Math.max(1, ...spans.map(({ codes, tokens, refusals }) => codes + tokens + refusals));
  const heightOf = (count: number) => (count / highest) * HEIGHT;
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height="140"
      viewBox={`0 0 ${spans.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {spans.map((span, place) => {
        const { at, codes, tokens, refusals } = span;
        const given = heightOf(codes + tokens);
        const refused = heightOf(refusals);
        const across = { x: place * WIDTH + GAP / 2, width: WIDTH - GAP };
        return (
          <g key={at}>
            <title>{titleOf(span)}</title>
            <rect {...across} y={HEIGHT - 0.5} height="0.5" fill="var(--line-strong)" />
            <rect {...across} y={HEIGHT - given} height={given} fill="var(--brand)" />
            <rect {...across} y={HEIGHT - given - refused} height={refused} fill="var(--danger)" />
          </g>
        );
      })}
    </svg>
  );
};
