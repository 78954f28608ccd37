import type { ComponentChildren, JSX } from 'preact';

export type Fact = readonly [term: string, value: ComponentChildren];

/** What is known of something, a line each. */
export const Facts = ({ facts }: { facts: readonly Fact[] }): JSX.Element => (
  <dl class="kv">
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
