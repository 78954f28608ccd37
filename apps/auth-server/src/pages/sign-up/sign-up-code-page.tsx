import { Callout } from '#ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import { ClockTime, Field, Time } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { signInPath } from '../sign-in/sign-in-page';
import { usePresentation } from '../rendering/use-presentation';
import { CODE_PAGE } from './sign-up-cookie';

export interface SignUpCodeModel {
  /** As it was typed. */
  email: string;
  /** An own path. */
  returnTo: string | null;
  /** Whether the code is over: another one can be mailed. */
  isOver: boolean;
  /** Whether another one was mailed. */
  isMailedAgain: boolean;
}

/** The same for a new email and for one that an account has: only its mailbox learns which. */
export const SignUpCodePage = (props: SignUpCodeModel): JSX.Element => {
  const { email, returnTo, isOver } = props;
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{t.signUp.mailed}</h1>
          <p class="muted">
            {t.signUp.mailedText(
              <b>
                <bdi>{email}</bdi>
              </b>,
            )}
          </p>
        </div>
        <News {...props} />
        {!isOver && <CodeForm {...props} />}
        <form class="stack tight" action={link(`${CODE_PAGE}/again`)} method="post">
          <ReturnTo path={returnTo} />
          <button class={isOver ? 'btn primary wide tall' : 'btn quiet wide'}>{t.signUp.codeAgain}</button>
        </form>
      </div>
      <p class="note">
        {t.signUp.known} <a href={link(signInPath(returnTo))}>{t.signIn.submit}</a>
      </p>
    </QuietLayout>
  );
};

const News = ({ isOver, isMailedAgain }: SignUpCodeModel) => {
  const { t, refusal } = usePresentation();
  const { signUp } = t;
  if (refusal?.wrong['form'] !== undefined)
    return <Callout kind="danger">{signUp.mailsTooMany(<ClockTime seconds={refusal.wait ?? 60} />)}</Callout>;
  if (isOver)
    return (
      <Callout kind="danger" title={signUp.codeOver}>
        {signUp.codeOverText}
      </Callout>
    );
  return isMailedAgain ? <Callout kind="ok">{signUp.codeSent}</Callout> : null;
};

const CodeForm = ({ returnTo }: SignUpCodeModel) => {
  const presentation = usePresentation();
  const { t, link } = presentation;
  return (
    <form class="stack tight" action={link(CODE_PAGE)} method="post">
      <ReturnTo path={returnTo} />
      <Field
        name="code"
        label={t.signUp.code}
        error={codeError(presentation)}
        hint={t.signUp.codeHint}
        input={{
          class: 'input otp',
          autoComplete: 'one-time-code',
          inputMode: 'numeric',
          spellcheck: false,
          maxLength: 20,
          autoFocus: true,
        }}
      />
      <button class="btn primary wide tall">{t.signUp.codeSubmit}</button>
    </form>
  );
};

function codeError({ t, now, refusal }: Presentation): ComponentChildren {
  const reason = refusal?.wrong['code'];
  if (reason !== 'tooMany') return reason && t.signUp.codeWrong;
  return t.signUp.codesTooMany(<Time at={now + (refusal?.wait ?? 60) * 1000} as="time" />);
}

const ReturnTo = ({ path }: { path: string | null }) =>
  path === null ? null : <input type="hidden" name="return_to" value={path} />;
