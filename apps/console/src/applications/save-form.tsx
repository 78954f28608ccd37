import type { ComponentChildren, JSX } from 'preact';
import { FailureCallout } from '../controls/callout';
import type { Form } from '../controls/use-form';
import { t } from '../messages/messages';

/** A card with fields that are saved together. */
export const SaveForm = ({
  id,
  title,
  text,
  form: { isBusy, isDone, failure, onSubmit, onInput },
  children,
}: {
  id: string;
  title: string;
  text?: string;
  form: Form;
  children: ComponentChildren;
}): JSX.Element => (
  <form class="card" aria-labelledby={id} onInput={onInput} onChange={onInput} onSubmit={onSubmit}>
    <header>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
    </header>
    <div class="pad stack">
      {children}
      {failure && <FailureCallout failure={failure} />}
    </div>
    <footer>
      <span role="status">{isDone ? t.saved : ''}</span>
      <button class="btn primary" aria-busy={isBusy}>
        {t.save}
      </button>
    </footer>
  </form>
);
