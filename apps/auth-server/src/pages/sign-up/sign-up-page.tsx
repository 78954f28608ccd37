import type { ComponentChildren, JSX } from 'preact';
import type { SignInPurpose } from '../../oauth/authorize/sign-in-purpose.service';
import { Callout, ClockTime, Field, PasswordField } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { ToContinue } from '../sign-in/client-name';
import { signInPath } from '../sign-in/sign-in-page';

export type SignUpField = 'name' | 'email' | 'password';

export interface SignUpModel {
  name: string;
  email: string;
  /** An own path. */
  returnTo: string | null;
  /** The request that the account is made for. */
  purpose: SignInPurpose | null;
  wrong: readonly SignUpField[];
  failure: 'taken' | 'tooMany' | 'busy' | null;
  /** Seconds. */
  wait: number;
}

type Props = SignUpModel & { presentation: Presentation };

export const SignUpPage = (props: Props): JSX.Element => {
  const { presentation, returnTo, purpose } = props;
  const { t, link } = presentation;
  return (
    <QuietLayout presentation={presentation}>
      <div class="sheet">
        <div class="center">
          <h1>{t.signUp.title}</h1>
          {purpose && <ToContinue t={t} client={purpose.client} />}
        </div>
        <Failure {...props} />
        <SignUpForm {...props} />
      </div>
      <p class="note">
        {t.signUp.known} <a href={link(signInPath(returnTo))}>{t.signIn.submit}</a>
      </p>
    </QuietLayout>
  );
};

const Failure = ({ presentation, failure, wait }: Props) => {
  const { signUp } = presentation.t;
  if (failure !== 'tooMany' && failure !== 'busy') return null;
  return (
    <Callout kind="danger">
      {failure === 'busy' ? signUp.busy : signUp.tooMany(<ClockTime presentation={presentation} seconds={wait} />)}
    </Callout>
  );
};

const SignUpForm = (props: Props) => {
  const { presentation, name, email, returnTo, wrong } = props;
  const { t, link } = presentation;
  return (
    <form class="stack tight" action={link('/sign-up')} method="post">
      {returnTo !== null && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        name="name"
        label={t.fields.name}
        value={name}
        error={wrong.includes('name') && t.fields.wrongName}
        hint={t.signUp.nameHint}
        input={{ type: 'text', autoComplete: 'name', maxLength: 200, autoFocus: name === '' }}
      />
      <Field
        name="email"
        label={t.fields.email}
        value={email}
        error={emailError(props)}
        input={{ type: 'email', autoComplete: 'username', inputMode: 'email', maxLength: 254 }}
      />
      <PasswordField
        presentation={presentation}
        name="password"
        label={t.fields.password}
        error={wrong.includes('password') && t.fields.wrongPassword}
        hint={t.signUp.passwordHint}
        input={{ autoComplete: 'new-password', minLength: 8 }}
      />
      <button class="btn primary wide tall">{t.signUp.submit}</button>
    </form>
  );
};

function emailError({ presentation: { t, link }, wrong, failure, returnTo }: Props): ComponentChildren {
  if (failure !== 'taken') return wrong.includes('email') && t.fields.wrongEmail;
  return t.signUp.taken(
    <a href={link(signInPath(returnTo))}>{t.signUp.takenSignIn}</a>,
    <a href={link('/password')}>{t.signUp.takenReset}</a>,
  );
}

/** The operator makes the accounts. */
export const SignUpClosedPage = ({
  presentation,
  returnTo,
}: {
  presentation: Presentation;
  returnTo: string | null;
}): JSX.Element => {
  const { t, link } = presentation;
  return (
    <QuietLayout presentation={presentation}>
      <div class="sheet center">
        <h1>{t.signUp.closed}</h1>
        <p class="muted">{t.signUp.closedText}</p>
        <a class="btn primary wide tall" href={link(signInPath(returnTo))}>
          {t.signIn.submit}
        </a>
      </div>
    </QuietLayout>
  );
};

/** The same for a new e-mail and for one that an account has: only its mailbox learns which. */
export const LookIntoMailPage = ({
  presentation,
  email,
  returnTo,
}: {
  presentation: Presentation;
  email: string;
  returnTo: string | null;
}): JSX.Element => {
  const { t, link } = presentation;
  return (
    <QuietLayout presentation={presentation}>
      <div class="sheet center">
        <h1>{t.signUp.mailed}</h1>
        <p class="muted">
          {t.signUp.mailedText(
            <b>
              <bdi>{email}</bdi>
            </b>,
          )}
        </p>
        <a class="btn primary wide tall" href={link(signInPath(returnTo))}>
          {t.signIn.submit}
        </a>
      </div>
    </QuietLayout>
  );
};
