import type { JSX } from 'preact';

/** Wide code scrolls, also by the keyboard. */
export const Code = ({ text, label }: { text: string; label: string }): JSX.Element => (
  <pre class="code" tabIndex={0} role="group" aria-label={label}>
    <code>{text}</code>
  </pre>
);

/** With what stands in backticks as code. */
export const Prose = ({ text }: { text: string }): JSX.Element => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);
