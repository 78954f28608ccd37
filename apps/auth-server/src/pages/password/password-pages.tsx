import type { JSX } from 'preact';
import { Field, FormRefusal, PasswordField, UsernameField } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import { usePresentation } from '../rendering/use-presentation';

/** Asks for the email to which a link goes. */
export const AskResetPage = (): JSX.Element => {
  const { t, link, refusal } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{t.password.title}</h1>
          <p class="muted">{t.password.text}</p>
        </div>
        <FormRefusal />
        <form class="stack tight" action={link('/password')} method="post">
          <Field
            name="email"
            label={t.fields.email}
            error={refusal?.wrong['email'] && t.fields.wrongEmail}
            input={{ type: 'email', autoComplete: 'username', inputMode: 'email', maxLength: 254, autoFocus: true }}
          />
          <button class="btn primary wide tall">{t.password.send}</button>
        </form>
        <a class="btn quiet wide" href={link('/sign-in')}>
          {t.password.back}
        </a>
      </div>
    </QuietLayout>
  );
};

/** Behind the link of the mail. */
export const NewPasswordPage = ({ email }: { email: string }): JSX.Element => {
  const { t, link, refusal } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{t.password.title}</h1>
        </div>
        <FormRefusal />
        <form class="stack tight" action={link('/password/reset')} method="post">
          <UsernameField email={email} />
          <PasswordField
            name="password"
            label={t.password.fresh}
            hint={t.fields.wrongPassword}
            error={refusal?.wrong['password'] && t.fields.wrongPassword}
            input={{ autoComplete: 'new-password', minLength: 8, autoFocus: true }}
          />
          <div class="scopes">
            <label>
              <input class="check" type="checkbox" name="end_grants" value="yes" />
              <span>{t.password.endGrants}</span>
            </label>
          </div>
          <button class="btn primary wide tall">{t.password.set}</button>
        </form>
      </div>
    </QuietLayout>
  );
};
