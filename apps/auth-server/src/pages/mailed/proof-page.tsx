import type { JSX } from 'preact';
import { FormRefusal, PasswordField } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import type { MailedPage } from './mailed-links';
import { usePresentation } from '../rendering/use-presentation';

export interface ProofModel {
  page: MailedPage;
  email: string;
  /** Whether nothing proved an email of the account before. */
  isFirst: boolean;
  /** Whether the browser is signed in as the account. */
  isOwn: boolean;
}

/** Opening the link changes nothing: its button does. */
export const ProofPage = (model: ProofModel): JSX.Element => {
  const { page, email, isFirst, isOwn } = model;
  const { t, link, refusal } = usePresentation();
  const isTaken = refusal?.wrong['form'] === 'taken';
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{page === '/verify' ? t.mailed.verify : t.mailed.change}</h1>
          <p class="lead">
            {t.mailed.isYours(
              <b>
                <bdi>{email}</bdi>
              </b>,
            )}
          </p>
        </div>
        {isFirst && <p class="muted">{t.mailed.ends}</p>}
        {isTaken ? <p role="alert">{t.mailed.taken}</p> : <FormRefusal />}
        <form class="stack tight" action={link(page)} method="post">
          {!isOwn && (
            <PasswordField
              name="password"
              label={t.mailed.password}
              hint={t.mailed.whyPassword}
              error={refusal?.wrong['password'] && t.mailed.wrong}
              input={{ autoComplete: 'current-password' }}
              link={<a href={link('/password')}>{t.signIn.forgot}</a>}
            />
          )}
          <button class="btn primary wide tall">{t.mailed.submit}</button>
        </form>
      </div>
    </QuietLayout>
  );
};
