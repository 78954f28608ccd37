import type { JSX } from 'preact';
import { AccountLayout } from '../rendering/account-layout';
import { Field, FormRefusal, PasswordField, UsernameField } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import type { SignedInAccount } from '../rendering/signed-in';
import { usePresentation } from '../rendering/use-presentation';

export type ChangedPart = 'name' | 'email' | 'password' | 'close';

export interface ChangeModel {
  part: ChangedPart;
  /** The present one, to begin with. */
  value: string;
}

/**
 * One change of the account. Each needs the password, or of an account without one a recent sign-in: a browser left alone
 * must not suffice.
 */
export const ChangePage = (model: ChangeModel & { account: SignedInAccount }): JSX.Element => {
  const presentation = usePresentation();
  const { account, part } = model;
  const { t, link, refusal } = presentation;
  return (
    <AccountLayout section="account" account={account}>
      <div class="head">
        <div>
          <h1>{t.layout.sections.account}</h1>
        </div>
      </div>
      <section class="card" aria-labelledby="change">
        <header>
          <div>
            <h2 id="change">{titleOf(presentation, part)}</h2>
            {part !== 'name' && <p>{t.profile.text[part]}</p>}
          </div>
        </header>
        <form class="stack pad" action={link(`/account/${part}`)} method="post">
          <FormRefusal />
          {part === 'password' && <UsernameField email={account.email ?? ''} />}
          <Changed {...model} />
          {account.issuer === null && (
            <PasswordField
              name="current_password"
              label={t.profile.current}
              error={refusal?.wrong['current_password'] && t.mailed.wrong}
              input={{ autoComplete: 'current-password' }}
            />
          )}
          <div class="bar">
            <button class={part === 'close' ? 'btn danger' : 'btn primary'}>
              {part === 'close' ? t.profile.close : part === 'email' ? t.password.send : t.profile.save}
            </button>
            <a class="btn quiet" href={link('/account')}>
              {t.profile.cancel}
            </a>
          </div>
        </form>
      </section>
    </AccountLayout>
  );
};

export const titleOf = ({ t: { profile } }: Presentation, part: ChangedPart): string =>
  ({ name: profile.changeName, email: profile.changeEmail, password: profile.changePassword, close: profile.close })[
    part
  ];

const Changed = ({ part, value }: ChangeModel) => {
  const { t, refusal } = usePresentation();
  const isWrong = refusal?.wrong[part] !== undefined;
  if (part === 'close') return null;
  if (part === 'password')
    return (
      <PasswordField
        name="password"
        label={t.password.fresh}
        hint={t.fields.wrongPassword}
        error={isWrong && t.fields.wrongPassword}
        input={{ autoComplete: 'new-password', minLength: 8 }}
      />
    );
  return part === 'name' ? (
    <Field
      name="name"
      label={t.fields.name}
      value={value}
      error={isWrong && t.fields.wrongName}
      input={{ autoComplete: 'name', maxLength: 200 }}
    />
  ) : (
    <Field
      name="email"
      label={t.mailed.newEmail}
      value={value}
      error={isWrong && t.fields.wrongEmail}
      input={{ type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 }}
    />
  );
};
