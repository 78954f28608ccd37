import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Dialog } from '../controls/dialog';
import { Field } from '../controls/field';
import { useAction } from '../controls/use-action';
import { type Form, useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import { navigate } from '../navigation';
import type { OfApplication } from './application-page';
import { changeApplication } from './change-application';
import { hasRedirects } from './purposes';
import { SaveForm } from './save-form';
import { Scopes } from './scopes';
import { Security } from './security';

/** What people see of it, what it may ask for, how strict it is, and its end. */
export const Settings = (of: OfApplication): JSX.Element => (
  <>
    <Shown {...of} />
    {hasRedirects(of.application) && <Scopes {...of} />}
    <Security {...of} />
    <End {...of} />
  </>
);

interface Texts {
  name: string;
  description: string;
  homepage: string;
}

const { name, description, homepage_uri } = t.fields;
const SHOWN = { name, description, homepage_uri };

const Shown = ({ application, change }: OfApplication) => {
  const { name, description, homepage_uri: homepage } = application;
  const [texts, setTexts] = useState<Texts>({ name, description: description ?? '', homepage: homepage ?? '' });
  const form = useForm(async () => {
    const body = { name: texts.name, description: texts.description || null, homepage_uri: texts.homepage || null };
    change(await changeApplication(application, body));
  }, SHOWN);
  return (
    <SaveForm id="shown" title={t.settings.title} form={form}>
      <TextFields texts={texts} onChange={setTexts} field={form.field} />
    </SaveForm>
  );
};

const TextFields = ({
  texts,
  onChange,
  field,
}: {
  texts: Texts;
  onChange: (texts: Texts) => void;
  field: Form['field'];
}) => (
  <>
    <Field
      {...field('name')}
      id="name"
      label={t.settings.name}
      value={texts.name}
      onInput={(name) => onChange({ ...texts, name })}
      input={{ required: true, maxLength: 200, autoComplete: 'off' }}
    />
    <Field
      {...field('description')}
      id="description"
      label={t.settings.description}
      value={texts.description}
      onInput={(description) => onChange({ ...texts, description })}
      input={{ maxLength: 2_000, autoComplete: 'off' }}
    />
    <Field
      {...field('homepage_uri')}
      id="homepage"
      label={t.settings.homepage}
      value={texts.homepage}
      onInput={(homepage) => onChange({ ...texts, homepage })}
      input={{ type: 'url', autoComplete: 'off', placeholder: 'https://app.example.com' }}
    />
  </>
);

const End = ({ application, change }: OfApplication) => {
  const { enabled, name } = application;
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, failure } = useAction(async () =>
    change(await changeApplication(application, { enabled: !enabled })),
  );
  return (
    <section class="card danger-zone" aria-labelledby="end">
      <header>
        <div>
          <h2 id="end">{t.settings.end(<bdi>{name}</bdi>)}</h2>
          <p>{t.settings.endText}</p>
        </div>
        <div class="bar">
          <button class="btn" type="button" aria-busy={isBusy} onClick={run}>
            {enabled ? t.settings.switchOff : t.settings.switchOn}
          </button>
          <button class="btn danger" type="button" onClick={() => setAsked(true)}>
            <Icon name="trash" /> {t.settings.delete}
          </button>
        </div>
      </header>
      {(failure || !enabled) && (
        <div class="pad stack tight">
          {failure && <FailureCallout failure={failure} />}
          {!enabled && (
            <Callout kind="warn" title={t.settings.isOff}>
              <span>{t.settings.isOffText}</span>
            </Callout>
          )}
        </div>
      )}
      {isAsked && <DeleteApplication application={application} close={() => setAsked(false)} />}
    </section>
  );
};

const DeleteApplication = ({
  application: { client_id, name },
  close,
}: Pick<OfApplication, 'application'> & { close: () => void }) => {
  const [typed, setTyped] = useState('');
  const { isBusy, failure, onSubmit, onInput } = useForm(async () => {
    await call(() => api.DELETE('/api/applications/{client_id}', { params: { path: { client_id } } }));
    navigate('/console/applications');
  });
  return (
    <Dialog
      id="delete-title"
      title={t.settings.deleteTitle(<bdi>{name}</bdi>)}
      onClose={close}
      {...{ onSubmit, onInput }}
      buttons={
        <>
          <button class="btn" type="button" onClick={close}>
            {t.cancel}
          </button>
          <button class="btn danger solid" disabled={typed !== name} aria-busy={isBusy}>
            {t.settings.deleteForGood}
          </button>
        </>
      }
    >
      <p class="muted">{t.settings.deleteText}</p>
      <Field
        id="confirm"
        label={t.settings.typeName(
          <b>
            <bdi>{name}</bdi>
          </b>,
        )}
        value={typed}
        onInput={setTyped}
        input={{ autoComplete: 'off', autoFocus: true }}
      />
      {failure && <FailureCallout failure={failure} />}
    </Dialog>
  );
};
