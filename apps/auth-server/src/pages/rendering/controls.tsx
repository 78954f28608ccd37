import { Callout } from '#ui/callout';
import { type FieldWords, type InputAttributes, Field as LabelledField, describedBy } from '#ui/field';
import type { ComponentChildren, JSX } from 'preact';
import { LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';
import { firstWrong, isLimit } from './refusal';
import { usePresentation } from './use-presentation';

const MINUTE = 60_000;

interface FieldProps extends Omit<FieldWords, 'id'> {
  name: string;
  value?: string | undefined;
  input?: InputAttributes;
}

interface PasswordFieldProps extends Omit<FieldProps, 'input' | 'value'> {
  input?: { autoComplete: 'current-password' | 'new-password'; autoFocus?: boolean; minLength?: number };
  /** Behind the input, above it on the screen. */
  link?: ComponentChildren;
}

/** Of a form that was refused: what was typed, and the focus in the first field that is wrong. */
function useInput({ value, input, ...words }: FieldProps): InputAttributes {
  const { name, error } = words;
  const { refusal } = usePresentation();
  const first = firstWrong(refusal);
  return {
    class: 'input tall',
    id: name,
    name,
    value: refusal?.typed?.[name] ?? value,
    // After a limit the same may be right.
    'aria-invalid': error && !isLimit(refusal?.wrong[name]) ? 'true' : undefined,
    'aria-describedby': describedBy({ ...words, id: name }),
    required: true,
    ...input,
    autoFocus: first === undefined ? input?.autoFocus : name === first,
  };
}

export const Field = (props: FieldProps): JSX.Element => (
  <LabelledField {...props} id={props.name}>
    <input {...useInput(props)} />
  </LabelledField>
);

/** Its button shows the password; without scripts it stays hidden. */
export const PasswordField = (props: PasswordFieldProps): JSX.Element => {
  const { t } = usePresentation();
  const input = useInput({ ...props, input: { ...props.input, type: 'password', maxLength: LONGEST_TYPED } });
  return (
    <LabelledField {...props} id={props.name}>
      <div class="with-button">
        <input {...input} />
        <button class="btn quiet slim" type="button" data-shows={props.name} data-hide={t.controls.hide} hidden>
          {t.controls.show}
        </button>
      </div>
    </LabelledField>
  );
};

/** Names the account of a new password to password managers; it is not sent. */
export const UsernameField = ({ email }: { email: string }): JSX.Element => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
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
