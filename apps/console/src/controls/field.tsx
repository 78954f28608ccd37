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
  /** What is wrong with it. */
  error?: ComponentChildren;
  input?: InputAttributes;
  /** Beside the input. */
  button?: ComponentChildren;
}

const Input = ({ id, value, onInput, hint, error, input }: FieldProps) => (
  <input
    class="input"
    {...(input as object)}
    id={id}
    value={value}
    aria-invalid={error ? 'true' : undefined}
    aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    onInput={(event) => onInput(event.currentTarget.value)}
  />
);

export const Field = (props: FieldProps): JSX.Element => {
  const { id, label, hint, error, button } = props;
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
      <p class="error" id={`${id}-error`} aria-live="polite" hidden={!error}>
        <Icon name="warn" />
        <span>{error}</span>
      </p>
    </div>
  );
};
