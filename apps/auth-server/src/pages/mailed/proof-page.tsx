import type { JSX } from 'preact';
import { PasswordField } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import type { MailedPage } from './mailed-links';
import { usePresentation } from '../rendering/use-presentation';

export interface ProofModel {
  page: MailedPage;
  email: string;
  /** Whether nothing proved an e-mail of the account before. */
  isFirst: boolean;
  /** Whether the browser is signed in as the account. */
  isOwn: boolean;
  failure: 'wrong' | 'taken' | null;
}

/** Opening the link changes nothing: its button does. */
export const ProofPage = (model: ProofModel): JSX.Element => {
  const { page, email, isFirst, isOwn, failure } = model;
  const { t, link } = usePresentation();
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
        {failure === 'taken' && <p role="alert">{t.mailed.taken}</p>}
        <form class="stack tight" action={link(page)} method="post">
          {!isOwn && (
            <PasswordField
              name="password"
              label={t.mailed.password}
              hint={t.mailed.whyPassword}
              error={failure === 'wrong' && t.mailed.wrong}
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
