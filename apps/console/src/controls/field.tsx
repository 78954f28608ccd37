import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon';

interface InputAttributes {
  autoComplete?: string;
  autoFocus?: boolean;
  class?: string;
  maxLength?: number;
  placeholder?: string | undefined;
  required?: boolean;
  spellcheck?: boolean;
  type?: 'email' | 'password' | 'text' | 'url';
}

interface FieldProps {
  id: string;
  label: ComponentChildren;
  value: string;
  onInput: (value: string) => void;
  hint?: ComponentChildren;
  /** By which the server knows it. */
  name?: string;
  /** What is wrong with it: the form waits. */
  error?: ComponentChildren;
  /** What is likely to be wrong with it. */
  warning?: ComponentChildren;
  input?: InputAttributes;
  /** Beside the input. */
  button?: ComponentChildren;
}

const Input = ({ id, name, value, onInput, hint, error, warning, input }: FieldProps) => (
  <input
    class="input"
    {...(input as object)}
    id={id}
    name={name}
    value={value}
    aria-invalid={error ? 'true' : undefined}
    aria-describedby={
      [hint && `${id}-hint`, (error || warning) && `${id}-error`].filter(Boolean).join(' ') || undefined
    }
    onInput={(event) => onInput(event.currentTarget.value)}
  />
);

export const Field = (props: FieldProps): JSX.Element => {
  const { id, label, hint, error, button, warning } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {button ? (
        <div class="add">
          <Input {...props} />
          {button}
        </div>
      ) : (
        <Input {...props} />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`} aria-live="polite" hidden={!error && !warning}>
        <Icon name="warn" />
        <span>{error || warning}</span>
      </p>
    </div>
  );
};
