import { type FieldWords, type InputAttributes, Field as LabelledField, describedBy } from '@consentry/ui/field';
import type { ComponentChildren, JSX } from 'preact';

interface FieldProps extends FieldWords {
  value: string;
  onInput: (value: string) => void;
  /** By which the server knows it. */
  name?: string;
  /** What is likely to be wrong with it: the form waits for what is wrong alone. */
  warning?: ComponentChildren;
  input?: InputAttributes;
  /** Beside the input. */
  button?: ComponentChildren;
}

export const Field = ({
  value,
  onInput,
  name,
  warning,
  input: attributes,
  button,
  ...words
}: FieldProps): JSX.Element => {
  const said = { ...words, error: words.error || warning };
  const input = (
    <input
      class="input"
      {...attributes}
      id={words.id}
      name={name}
      value={value}
      aria-invalid={words.error ? 'true' : undefined}
      aria-describedby={describedBy(said)}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
  return (
    <LabelledField {...said} isLive>
      {button ? (
        <div class="add">
          {input}
          {button}
        </div>
      ) : (
        input
      )}
    </LabelledField>
  );
};
