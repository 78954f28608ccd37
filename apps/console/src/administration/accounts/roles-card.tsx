import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api';
import { t as console } from '../../messages/messages';
import { administer } from '../administer';
import { Confirm } from '../confirm';
import { t } from '../messages/messages';
import { Time } from '../time';
import { DoneIn, type OfAccount } from './of-account';
import { ROLES, type Role } from './account-views';

/** What the account may do beyond using applications. */
export const RolesCard = (of: OfAccount): JSX.Element => {
  const { roles } = of.account;
  const [chosen, setChosen] = useState<readonly Role[]>(roles);
  const [isAsked, setAsked] = useState(false);
  const changed = ROLES.filter((role) => chosen.includes(role) !== roles.includes(role));
  return (
    <section class="card" aria-labelledby="roles">
      <header>
        <div>
          <h2 id="roles">{t.account.roles.title}</h2>
          <p>{t.account.roles.text}</p>
        </div>
      </header>
      <DoneIn part="roles" done={of.done} />
      <div class="pad">
        <fieldset class="ticks">
          <legend class="vh">{t.account.roles.title}</legend>
          {ROLES.map((role) => (
            <RoleTick
              key={role}
              role={role}
              isGiven={chosen.includes(role)}
              onChange={(isGiven) => setChosen(ROLES.filter((one) => (one === role ? isGiven : chosen.includes(one))))}
            />
          ))}
        </fieldset>
      </div>
      <footer>
        <span />
        <button class="btn" type="button" disabled={changed.length === 0} onClick={() => setAsked(true)}>
          {console.save}
        </button>
      </footer>
      {isAsked && <RolesDialog {...of} chosen={chosen} changed={changed} close={() => setAsked(false)} />}
    </section>
  );
};

interface DialogProps extends OfAccount {
  chosen: readonly Role[];
  changed: readonly Role[];
  close: () => void;
}

const RolesDialog = ({ account, title, change, chosen, changed, close }: DialogProps) => {
  const { id, email, email_verified_at: verifiedAt } = account;
  const isGiven = changed.some((role) => chosen.includes(role));
  const give = async () => {
    const send = { params: { path: { id } }, body: { roles: [...chosen] } };
    const changedAccount = await administer(() => api.PUT('/api/admin/accounts/{id}/roles', send));
    change(changedAccount, { part: 'roles', text: t.account.roles.changed });
  };
  return (
    <Confirm
      title={t.account.roles.confirm(<bdi>{title}</bdi>)}
      button={t.account.roles.change}
      isEnd={changed.some((role) => !chosen.includes(role))}
      act={give}
      close={close}
    >
      {changed.map((role) => (
        <p key={role} class="muted">
          <b>{t.accounts.roles[role]}</b>: {t.account.roles[chosen.includes(role) ? 'given' : 'taken'][role]}
        </p>
      ))}
      {isGiven && (
        <p class="muted">
          {t.account.roles.recognise(id, <Time at={account.created_at} />)}{' '}
          {email !== null && verifiedAt === null && <b>{t.account.roles.unverified}</b>}
        </p>
      )}
    </Confirm>
  );
};

interface TickProps {
  role: Role;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
}

const RoleTick = ({ role, isGiven, onChange }: TickProps) => (
  <label>
    <input
      class="check"
      type="checkbox"
      checked={isGiven}
      aria-describedby={`role-${role}`}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      {t.accounts.roles[role]}{' '}
      <small class="muted" id={`role-${role}`}>
        {t.account.roles.hints[role]}
      </small>
    </span>
  </label>
);
