import type { JSX } from 'preact';

/** What can be ended, and what ends with it. */
export const Choice = ({
  title,
  text,
  button,
  isBusy = false,
  onClick,
}: {
  title: string;
  text: string;
  button: string;
  isBusy?: boolean;
  onClick: () => void;
}): JSX.Element => (
  <div class="pad choice">
    <div>
      <h3>{title}</h3>
      <p class="muted small">{text}</p>
    </div>
    <button class="btn danger" type="button" aria-busy={isBusy} onClick={onClick}>
      {button}
    </button>
  </div>
);
