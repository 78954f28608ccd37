import type { JSX } from 'preact';
import { api } from '../../api/api';
import { FailureCallout } from '../../controls/callout';
import { useAction } from '../../controls/use-action';
import { administer } from '../administer';
import { t } from '../messages/messages';
import { DoneIn, type OfAccount } from './of-account';

/** Ends nothing: it needs no question. */
export const PasswordReset = ({ account, title, change, done }: OfAccount): JSX.Element => {
  const { id } = account;
  const { run, isBusy, failure } = useAction(async () => {
    await administer(() => api.POST('/api/admin/accounts/{id}/password-reset', { params: { path: { id } } }));
    change(account, { part: 'reset', text: t.account.reset.done(<bdi>{title}</bdi>) });
  });
  return (
    <section class="card" aria-labelledby="reset">
      <header>
        <div>
          <h2 id="reset">{t.account.reset.title}</h2>
          <p>{t.account.reset.text}</p>
        </div>
        <button class="btn" type="button" aria-busy={isBusy} onClick={() => run()}>
          {t.account.reset.button}
        </button>
      </header>
      <DoneIn part="reset" done={done} />
      {failure && (
        <div class="pad">
          <FailureCallout failure={failure} />
        </div>
      )}
    </section>
  );
};
