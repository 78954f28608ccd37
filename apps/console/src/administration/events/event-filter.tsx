import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Failure, type FieldFailure } from '../../api/failure';
import { FailureCallout } from '../../controls/callout';
import { Field } from '../../controls/field';
import { useForm } from '../../controls/use-form';
import { link, navigate } from '../../navigation';
import { accountIdOf } from '../accounts/account-views';
import { t } from '../messages/messages';

const NAMES = ['account_id', 'client_id', 'actor_id'] as const;

type Name = (typeof NAMES)[number];
type Filter = Partial<Record<Name, string>>;

/** What the address asks for. */
export const filterOf = (query: URLSearchParams): Filter =>
  Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));

const FIELDS: Record<Name, { label: string; hint: string }> = {
  account_id: { label: t.events.account, hint: t.events.accountHint },
  client_id: { label: t.events.client, hint: t.events.clientHint },
  actor_id: { label: t.events.actor, hint: t.events.accountHint },
};

/** Accounts are named by their e-mail too. */
export const EventFilter = ({ filter }: { filter: Filter }): JSX.Element => {
  const [texts, setTexts] = useState(filter);
  const send = async () => navigate(`/admin/events?${(await resolved(texts)).toString()}`);
  const { noAccount } = t.events;
  const { isBusy, failure, field, ...form } = useForm(send, { account_id: noAccount, actor_id: noAccount });
  return (
    <form class="card" aria-labelledby="filter" onSubmit={form.onSubmit} onInput={form.onInput}>
      <header>
        <div>
          <h2 id="filter">{t.events.filter}</h2>
        </div>
      </header>
      <div class="pad filter">
        {NAMES.map((name) => (
          <Field
            key={name}
            id={name}
            {...FIELDS[name]}
            {...field(name)}
            value={texts[name] ?? ''}
            onInput={(text) => setTexts({ ...texts, [name]: text })}
            input={{ autoComplete: 'off', spellcheck: false }}
          />
        ))}
        {failure && <FailureCallout failure={failure} />}
      </div>
      <footer>
        {Object.keys(filter).length > 0 ? <a href={link('/admin/events')}>{t.list.all}</a> : <span />}
        <button class="btn" aria-busy={isBusy}>
          {t.events.show}
        </button>
      </footer>
    </form>
  );
};

/** @returns the query. @throws Failure also with the fields whose e-mail no account has */
async function resolved(texts: Filter): Promise<URLSearchParams> {
  const wanted = new URLSearchParams();
  const missing: FieldFailure[] = [];
  for (const name of NAMES) {
    const text = texts[name]?.trim() ?? '';
    const value = name === 'client_id' ? text : await accountIdOf(text);
    if (value === null) missing.push({ field: name, detail: '' });
    else if (value !== '') wanted.set(name, value);
  }
  if (missing.length > 0) throw new Failure('refused', 0, '', null, missing);
  return wanted;
}
