import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { useLoaded } from '../api/use-loaded';
import { FailureCallout } from '../controls/callout';
import { Field } from '../controls/field';
import { PageHead } from '../controls/page-head';
import { type Form, useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import { link, navigate } from '../navigation';
import { keepFresh } from './fresh-secrets';
import { PURPOSES, type Purpose, isPublic, redirects, registrationFor } from './purposes';
import { redirectUriWords } from './redirect-uri-words';
import { Crumbs } from './crumbs';
import { ScopeTicks, resourceScopes } from './scope-ticks';
import { serverFacts } from './server-facts';

/** Registers an application by what it is for. */
export const NewApplicationPage = (): JSX.Element => {
  const [purpose, setPurpose] = useState<Purpose>('server');
  const [name, setName] = useState('');
  const [redirectUri, setRedirectUri] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const send = async () => {
    const body = registrationFor(purpose, { name, redirectUri, scopes });
    const made = await call(() => api.POST('/api/applications', { body }));
    const [secret] = made.secrets;
    if (secret && made.client_secret !== undefined)
      keepFresh(made.client_id, { id: secret.id, text: made.client_secret });
    navigate(`/console/applications/${made.client_id}`);
  };
  const { name: words, redirect_uris } = t.fields;
  const { isBusy, failure, field, ...form } = useForm(send, {
    name: words,
    ...(redirects(purpose) && { redirect_uris }),
  });
  return (
    <>
      <Crumbs here={t.create.title} />
      <PageHead title={t.create.title} text={t.create.text} />
      <form class="card" onSubmit={form.onSubmit} onInput={form.onInput}>
        <div class="pad stack">
          <Purposes purpose={purpose} onChange={setPurpose} />
          <Field
            {...field('name')}
            id="name"
            label={t.create.name}
            hint={t.create.nameHint}
            value={name}
            onInput={setName}
            input={{ required: true, maxLength: 200, autoComplete: 'off' }}
          />
          {redirects(purpose) && <RedirectUri {...{ purpose, field }} value={redirectUri} onInput={setRedirectUri} />}
          {purpose === 'machine' && <OwnScopes chosen={scopes} onChange={setScopes} />}
          {failure && <FailureCallout failure={failure} />}
        </div>
        <footer>
          <a class="btn" href={link('/console/applications')}>
            {t.cancel}
          </a>
          <button class="btn primary" aria-busy={isBusy}>
            {t.create.register}
          </button>
        </footer>
      </form>
    </>
  );
};

const WEB = 'https://app.example.com/callback';
const EXAMPLES: Readonly<Partial<Record<Purpose, string>>> = {
  server: WEB,
  spa: WEB,
  native: 'http://127.0.0.1/callback',
  mcp: 'http://127.0.0.1/callback',
};

const Purposes = ({ purpose, onChange }: { purpose: Purpose; onChange: (purpose: Purpose) => void }) => (
  <fieldset class="purposes">
    <legend>{t.create.purpose}</legend>
    {PURPOSES.map((one) => (
      <label key={one}>
        <input type="radio" name="purpose" checked={one === purpose} onChange={() => onChange(one)} />
        <b>{t.purposes[one].name}</b>
        <small>{t.purposes[one].text}</small>
      </label>
    ))}
  </fieldset>
);

interface RedirectUriProps {
  purpose: Purpose;
  value: string;
  onInput: (value: string) => void;
  field: Form['field'];
}

const RedirectUri = ({ purpose, field, value, onInput }: RedirectUriProps) => {
  const { wrong, warning } = redirectUriWords(value, { isPublic: isPublic(purpose), others: [] });
  return (
    <Field
      {...field('redirect_uris', wrong)}
      {...{ value, onInput, warning }}
      id="redirect-uri"
      label={t.create.redirectUri}
      hint={purpose === 'native' || purpose === 'mcp' ? t.create.redirectUriOfLoopback : t.create.redirectUriHint}
      input={{
        class: 'input mono',
        required: true,
        autoComplete: 'off',
        spellcheck: false,
        placeholder: EXAMPLES[purpose],
      }}
    />
  );
};

const OwnScopes = ({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: string[]) => void }) => {
  const loaded = useLoaded(serverFacts);
  const scopes = loaded.state === 'loaded' ? resourceScopes(loaded.value.scopes) : [];
  return <ScopeTicks legend={t.create.scopes} scopes={scopes} chosen={chosen} onChange={onChange} />;
};
