import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Dialog } from '../controls/dialog';
import { Field } from '../controls/field';
import { useAction } from '../controls/use-action';
import { useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import { navigate } from '../navigation';
import type { OfApplication } from './of-application';
import { changeApplication } from './change-application';
import { FieldsForm } from './fields/fields-form';
import { Logo } from './logo';

/** All that the API takes of it, and its end. */
export const Settings = (of: OfApplication): JSX.Element => (
  <>
    <FieldsForm {...of} />
    <Logo {...of} />
    <End {...of} />
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
