import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api';
import { FailureCallout } from '../../controls/callout';
import { useAction } from '../../controls/use-action';
import { navigate } from '../../navigation';
import { administer } from '../administer';
import { Choice } from '../choice';
import { Confirm } from '../confirm';
import { t } from '../messages/messages';
import { DoneIn, type OfAccount } from './of-account';
import { loadAccount } from './account-views';

type Ending = 'sessions' | 'grants' | 'off' | 'close';

/** What can be ended of an account, the least first. */
export const AccountEnd = (of: OfAccount): JSX.Element => {
  const [asked, setAsked] = useState<Ending | null>(null);
  const isOff = of.account.disabled_at !== null;
  return (
    <section class="card danger-zone" aria-labelledby="end">
      <header>
        <div>
          <h2 id="end">{t.account.end}</h2>
        </div>
      </header>
      <DoneIn part="end" done={of.done} />
      <Choice {...t.account.sessions} onClick={() => setAsked('sessions')} />
      <Choice {...t.account.grants} onClick={() => setAsked('grants')} />
      {isOff ? <SwitchOn {...of} /> : <Choice {...t.account.off} onClick={() => setAsked('off')} />}
      <Choice {...t.account.close} onClick={() => setAsked('close')} />
      {asked && <End {...of} ending={asked} close={() => setAsked(null)} />}
    </section>
  );
};

const SwitchOn = ({ account: { id }, change }: OfAccount) => {
  const { run, isBusy, failure } = useAction(async () => {
    change(await switchTo(id, false), { part: 'end', text: t.account.on.done });
  });
  return (
    <>
      <Choice {...t.account.on} isBusy={isBusy} onClick={() => run()} />
      {failure && (
        <div class="pad">
          <FailureCallout failure={failure} />
        </div>
      )}
    </>
  );
};

const switchTo = (id: string, disabled: boolean) =>
  administer(() => api.PATCH('/api/admin/accounts/{id}', { params: { path: { id } }, body: { disabled } }));

const End = ({ account, title, change, ending, close }: OfAccount & { ending: Ending; close: () => void }) => {
  const { id, email, sessions, grants, applications } = account;
  const params = { path: { id } };
  const acts: Record<Ending, () => Promise<void>> = {
    sessions: async () => {
      await administer(() => api.DELETE('/api/admin/accounts/{id}/sessions', { params }));
      change(await loadAccount(id), { part: 'end', text: t.account.sessions.done });
    },
    grants: async () => {
      await administer(() => api.DELETE('/api/admin/accounts/{id}/grants', { params }));
      change(await loadAccount(id), { part: 'end', text: t.account.grants.done });
    },
    off: async () => change(await switchTo(id, true), { part: 'end', text: t.account.off.done }),
    close: async () => {
      await administer(() => api.DELETE('/api/admin/accounts/{id}', { params }));
      navigate('/admin/accounts');
    },
  };
  const ends: Record<Ending, ComponentChildren> = {
    sessions: t.account.sessions.ends(sessions),
    grants: t.account.grants.ends(grants),
    off: t.account.off.ends(sessions, grants),
    close: t.account.close.ends(sessions, grants, applications),
  };
  return (
    <Confirm
      title={t.account[ending].confirm(<bdi>{title}</bdi>)}
      button={t.account[ending].act}
      {...(ending === 'close' && email !== null && { typed: email })}
      act={acts[ending]}
      close={close}
    >
      <p class="muted">{ends[ending]}</p>
    </Confirm>
  );
};
