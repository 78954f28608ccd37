import type { ComponentChildren, JSX } from 'preact';
import { t } from '../messages/messages';

/** A card with fields that are saved together. */
export const SaveForm = ({
  id,
  title,
  text,
  isBusy,
  isDone,
  reset,
  run,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  isBusy: boolean;
  isDone: boolean;
  /** What is shown differs from what was saved. */
  reset: () => void;
  run: () => void;
  children: ComponentChildren;
}): JSX.Element => (
  <form
    class="card"
    aria-labelledby={id}
    onInput={reset}
    onSubmit={(event) => {
      event.preventDefault();
      run();
    }}
  >
    <header>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
    </header>
    <div class="pad stack">{children}</div>
    <footer>
      <span role="status">{isDone ? t.saved : ''}</span>
      <button class="btn primary" aria-busy={isBusy}>
        {t.save}
      </button>
    </footer>
  </form>
);
