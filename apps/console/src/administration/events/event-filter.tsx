import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailureCallout } from '../../controls/callout';
import { Field } from '../../controls/field';
import { useAction } from '../../controls/use-action';
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
  const [unknown, setUnknown] = useState<readonly Name[]>([]);
  const { run, isBusy, failure } = useAction(async () => {
    const { wanted, missing } = await resolved(texts);
    setUnknown(missing);
    if (missing.length === 0) navigate(`/admin/events?${wanted.toString()}`);
  });
  return (
    <form
      class="card"
      aria-labelledby="filter"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
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
            value={texts[name] ?? ''}
            onInput={(text) => setTexts({ ...texts, [name]: text })}
            error={unknown.includes(name) && t.events.noAccount}
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

/** @returns the query, and the fields whose e-mail no account has. @throws Failure */
async function resolved(texts: Filter): Promise<{ wanted: URLSearchParams; missing: Name[] }> {
  const wanted = new URLSearchParams();
  const missing: Name[] = [];
  for (const name of NAMES) {
    const text = texts[name]?.trim() ?? '';
    const value = name === 'client_id' ? text : await accountIdOf(text);
    if (value === null) missing.push(name);
    else if (value !== '') wanted.set(name, value);
  }
  return { wanted, missing };
}
