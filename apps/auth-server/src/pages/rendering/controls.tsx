import type { ComponentChildren, JSX } from 'preact';
import { LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';
import { Icon } from './icons';
import { firstWrong, isLimit } from './refusal';
import { usePresentation } from './use-presentation';

const MINUTE = 60_000;

interface InputAttributes {
  type?: 'email' | 'password' | 'text';
  autoComplete?: string;
  autoCapitalize?: string;
  autoFocus?: boolean;
  class?: string;
  inputMode?: 'email' | 'numeric' | 'text';
  maxLength?: number;
  minLength?: number;
  placeholder?: string;
  required?: boolean;
  spellcheck?: boolean;
}

interface FieldProps {
  name: string;
  label: ComponentChildren;
  value?: string | undefined;
  /** What is wrong with it. */
  error?: ComponentChildren;
  hint?: ComponentChildren;
  input?: InputAttributes;
  /** Behind the input, above it on the screen. */
  link?: ComponentChildren;
}

const describedBy = ({ name, error, hint }: FieldProps) =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined;

const Below = ({ name, error, hint }: FieldProps) => (
  <>
    {hint && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    {error && (
      <p class="error" id={`${name}-error`} role="alert">
        <Icon name="warn" />
        <span>{error}</span>
      </p>
    )}
  </>
);

/** Of a form that was refused: what was typed, and the focus in the first field that is wrong. */
function useInput(props: FieldProps, more: InputAttributes = {}): JSX.IntrinsicElements['input'] {
  const { name, value, error, input } = props;
  const { refusal } = usePresentation();
  const first = firstWrong(refusal);
  return {
    class: 'input tall',
    id: name,
    name,
    value: refusal?.typed?.[name] ?? value,
    // After a limit the same may be right.
    'aria-invalid': error && !isLimit(refusal?.wrong[name]) ? 'true' : undefined,
    'aria-describedby': describedBy(props),
    required: true,
    ...(more as object),
    ...(input as object),
    autoFocus: first === undefined ? input?.autoFocus : name === first,
  };
}

export const Field = (props: FieldProps): JSX.Element => (
  <div class="field">
    <label for={props.name}>{props.label}</label>
    <input {...useInput(props)} />
    <Below {...props} />
  </div>
);

/** Its button shows the password; without scripts it stays hidden. */
export const PasswordField = (props: FieldProps): JSX.Element => {
  const { t } = usePresentation();
  const input = useInput(props, { type: 'password', maxLength: LONGEST_TYPED });
  return (
    <div class={props.link ? 'field linked' : 'field'}>
      <label for={props.name}>{props.label}</label>
      <div class="with-button">
        <input {...input} />
        <button class="btn quiet slim" type="button" data-shows={props.name} data-hide={t.controls.hide} hidden>
          {t.controls.show}
        </button>
      </div>
      {props.link}
      <Below {...props} />
    </div>
  );
};

/** Names the account of a new password to password managers; it is not sent. */
export const UsernameField = ({ email }: { email: string }): JSX.Element => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);

export const Callout = ({
  kind,
  title,
  children,
}: {
  kind: 'ok' | 'info' | 'warn' | 'danger';
  title?: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element => (
  <div class={`callout ${kind}`} role={kind === 'ok' ? 'status' : kind === 'danger' ? 'alert' : undefined}>
    <Icon name={kind === 'ok' ? 'check' : kind === 'info' ? 'info' : 'warn'} />
    <div>
      {title && <strong>{title}</strong>}
      {children && <span>{children}</span>}
    </div>
  </div>
);

/** Why the whole form was refused. */
export const FormRefusal = (): JSX.Element | null => {
  const { t, refusal } = usePresentation();
  const { title, text, waitUntil } = t.errors;
  switch (refusal?.wrong['form']) {
    case undefined:
      return null;
    case 'anotherAccount':
      return <Callout kind="danger" title={t.consent.anotherAccount} />;
    case 'tooMany':
      return (
        <Callout kind="danger" title={title.tooMany}>
          {waitUntil(<ClockTime seconds={refusal?.wait ?? 0} />)}
        </Callout>
      );
    default:
      return (
        <Callout kind="danger" title={title.unavailable}>
          {text.unavailable}
        </Callout>
      );
  }
};

/** A time of the near future: "14:05 UTC"; the page's script writes it in the reader's own time zone. */
export const ClockTime = ({
  seconds,
}: {
  /** From now on. */
  seconds: number;
}): JSX.Element => {
  const { now } = usePresentation();
  const at = Math.ceil((now + seconds * 1000) / MINUTE) * MINUTE;
  return <Time at={at} as="clock" />;
};

/** A moment; the page's script writes all but "2 minutes ago" in the reader's own time zone. */
export const Time = ({
  at,
  as,
}: {
  /** Epoch milliseconds. */
  at: number;
  as: 'ago' | 'clock' | 'day' | 'time';
}): JSX.Element => {
  const presentation = usePresentation();
  return (
    <time data-as={as} dateTime={new Date(at).toISOString()}>
      {presentation[as](at)}
    </time>
  );
};
