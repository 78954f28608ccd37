import { Callout } from '#ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import type { SignInPurpose } from '../../oauth/authorize/page.service';
import { ClockTime, Field, PasswordField } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import { ToContinue } from '../sign-in/client-name';
import { signInPath } from '../sign-in/sign-in-page';
import type { Presentation } from '../rendering/presentation';
import { usePresentation } from '../rendering/use-presentation';

export type SignUpField = 'name' | 'email' | 'password';

export interface SignUpModel {
  /** An own path. */
  returnTo: string | null;
  /** The request that the account is made for. */
  purpose: SignInPurpose | null;
}

export const SignUpPage = (props: SignUpModel): JSX.Element => {
  const { returnTo, purpose } = props;
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{t.signUp.title}</h1>
          {purpose && <ToContinue t={t} client={purpose.client} />}
        </div>
        <Failure />
        <SignUpForm {...props} />
      </div>
      <p class="note">
        {t.signUp.known} <a href={link(signInPath(returnTo))}>{t.signIn.submit}</a>
      </p>
    </QuietLayout>
  );
};

const Failure = () => {
  const { refusal, t } = usePresentation();
  if (refusal?.wrong['form'] === undefined) return null;
  const { wrong, wait = 0 } = refusal;
  return (
    <Callout kind="danger">
      {wrong['form'] === 'busy' ? t.signUp.busy : t.signUp.tooMany(<ClockTime seconds={wait} />)}
    </Callout>
  );
};

const SignUpForm = (props: SignUpModel) => {
  const { returnTo } = props;
  const presentation = usePresentation();
  const { t, link, refusal } = presentation;
  return (
    <form class="stack tight" action={link('/sign-up')} method="post">
      {returnTo !== null && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        name="name"
        label={t.fields.name}
        error={refusal?.wrong['name'] && t.fields.wrongName}
        hint={t.signUp.nameHint}
        input={{ type: 'text', autoComplete: 'name', maxLength: 200, autoFocus: true }}
      />
      <Field
        name="email"
        label={t.fields.email}
        error={emailError(props, presentation)}
        input={{ type: 'email', autoComplete: 'username', inputMode: 'email', maxLength: 254 }}
      />
      <PasswordField
        name="password"
        label={t.fields.password}
        error={refusal?.wrong['password'] && t.fields.wrongPassword}
        hint={t.signUp.passwordHint}
        input={{ autoComplete: 'new-password', minLength: 8 }}
      />
      <button class="btn primary wide tall">{t.signUp.submit}</button>
    </form>
  );
};

function emailError({ returnTo }: SignUpModel, { t, link, refusal }: Presentation): ComponentChildren {
  const reason = refusal?.wrong['email'];
  if (reason !== 'taken') return reason && t.fields.wrongEmail;
  return t.signUp.taken(
    <a href={link(signInPath(returnTo))}>{t.signUp.takenSignIn}</a>,
    <a href={link('/password')}>{t.signUp.takenReset}</a>,
  );
}

/** The operator makes the accounts. */
export const SignUpClosedPage = ({ returnTo }: { returnTo: string | null }): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
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
