import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from './api/api';
import { Failure, failureOf } from './api/failure';
import { type Reason, onSignInNeeded } from './api/sign-in-again';
import { FailureCallout } from './controls/callout';
import { Dialog } from './controls/dialog';
import { Field } from './controls/field';
import { type Form, useForm } from './controls/use-form';
import { accountId, email as known, signInPath } from './frame';
import { t } from './messages/messages';

const WRONG = { password: t.fields.password };

type Answer = (isSignedIn: boolean) => void;

interface Question {
  reason: Reason;
  answer: Answer;
}

interface Asked {
  reason: Reason;
  close: Answer;
}

/** Asks to sign in where a call found the session ended, or the sign-in too old; what is typed below it stays. */
export const SignInDialog = (): JSX.Element | null => {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => onSignInNeeded((reason) => new Promise<boolean>((answer) => setQuestion({ reason, answer }))), []);
  if (question === null) return null;
  const close = (isSignedIn: boolean) => {
    setQuestion(null);
    question.answer(isSignedIn);
  };
  const Way = signInPath === '' ? SignInForm : SignInElsewhere;
  return <Way reason={question.reason} close={close} />;
};

const SignInForm = ({ reason, close }: Asked) => {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const form = useForm(async () => {
    await signIn(email, password);
    goOn(email.trim().toLowerCase() === known.toLowerCase(), close);
  }, WRONG);
  return (
    <SignInFrame reason={reason} close={close} form={form} label={t.signIn.signIn}>
      <Field
        id="sign-in-email"
        label={t.signIn.email}
        value={email}
        onInput={setEmail}
        input={{ type: 'email', autoComplete: 'username', required: true }}
      />
      <Field
        {...form.field('password')}
        id="sign-in-password"
        label={t.signIn.password}
        value={password}
        onInput={setPassword}
        input={{ type: 'password', autoComplete: 'current-password', required: true, autoFocus: true }}
      />
    </SignInFrame>
  );
};

/** In another tab, as the page that asks would be lost; the person comes back to it. */
const SignInElsewhere = ({ reason, close }: Asked) => {
  const form = useForm(async () => {
    const { data } = await api.GET('/api/session').catch(() => {
      throw new Failure('offline');
    });
    // Where nothing has changed, the call that goes on asks again.
    goOn(data === undefined || data.account.id === accountId, close);
  });
  return (
    <SignInFrame reason={reason} close={close} form={form} label={t.signIn.isDone}>
      <a class="btn" href={signInPath} target="_blank" rel="noreferrer">
        {t.signIn.elsewhere}
      </a>
    </SignInFrame>
  );
};

/** Of another account nothing is sent: what is shown belongs to the one before. */
function goOn(isSame: boolean, close: Answer): void {
  if (!isSame) location.reload();
  close(isSame);
}

const SignInFrame = ({
  reason,
  close,
  form: { isBusy, failure, onSubmit, onInput },
  label,
  children,
}: Asked & { form: Form; label: string; children: ComponentChildren }) => (
  <Dialog
    id="sign-in-title"
    title={t.signIn.title}
    onClose={() => close(false)}
    {...{ onSubmit, onInput }}
    buttons={
      <>
        <button class="btn" type="button" onClick={() => close(false)}>
          {t.cancel}
        </button>
        <button class="btn primary" aria-busy={isBusy}>
          {label}
        </button>
      </>
    }
  >
    <p class="muted">{t.signIn[reason]}</p>
    {children}
    {failure && <FailureCallout failure={failure} />}
  </Dialog>
);

/** The answer's token is not kept: the cookie is the session. @throws Failure */
async function signIn(email: string, password: string): Promise<void> {
  const { error, response } = await api.POST('/api/session', { body: { email, password } }).catch(() => {
    throw new Failure('offline');
  });
  if (response.status === 401) throw new Failure('refused', 401, '', null, [{ field: 'password', detail: '' }]);
  if (!response.ok) throw failureOf(error, response);
}
