import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailureCallout } from '../controls/callout';
import { Dialog } from '../controls/dialog';
import { Field } from '../controls/field';
import { useForm } from '../controls/use-form';
import { t as console } from '../messages/messages';
import { t } from './messages/messages';

interface Props {
  title: ComponentChildren;
  /** What it says on the button. */
  button: string;
  /** Whether something ends. */
  isEnd?: boolean;
  /** What has to be typed first. */
  typed?: string;
  act: () => Promise<void>;
  close: () => void;
  /** What ends. */
  children: ComponentChildren;
}

/** Asks before it acts, and says why nothing was done. */
export const Confirm = ({ title, button, isEnd = true, typed, act, close, children }: Props): JSX.Element => {
  const [text, setText] = useState('');
  const { isBusy, failure, onSubmit, onInput } = useForm(async () => {
    await act();
    close();
  });
  return (
    <Dialog
      id="confirm-title"
      title={title}
      onClose={close}
      {...{ onSubmit, onInput }}
      buttons={
        <>
          <button class="btn" type="button" onClick={close}>
            {console.cancel}
          </button>
          <button
            class={isEnd ? 'btn danger solid' : 'btn primary'}
            disabled={typed !== undefined && text !== typed}
            aria-busy={isBusy}
          >
            {button}
          </button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Field
          id="confirm-text"
          label={t.type(
            <code>
              <bdi>{typed}</bdi>
            </code>,
          )}
          value={text}
          onInput={setText}
          input={{ autoComplete: 'off', autoFocus: true, spellcheck: false }}
        />
      )}
      {failure && <FailureCallout failure={failure} />}
    </Dialog>
  );
};
