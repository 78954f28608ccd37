import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Dialog } from '../controls/dialog';
import { Field } from '../controls/field';
import { useForm } from '../controls/use-form';
import { ago, dayOf, t } from '../messages/messages';
import { type Secret, Shortened } from './listed-secrets';

export type MadeSecret = Omit<Secret, 'hint' | 'expires_at'> & { client_secret: string };

/** Its name, or the day on which it was created. */
export const nameOf = ({ name, created_at: madeAt }: Pick<Secret, 'name' | 'created_at'>): string =>
  name ?? t.credentials.ofDay(dayOf(madeAt));

interface NewSecretProps {
  clientId: string;
  /** What it replaces; `null`: nothing. */
  replaced: Secret | null;
  close: () => void;
  onMade: (made: MadeSecret) => void;
}

export const NewSecret = ({ clientId, replaced, close, onMade }: NewSecretProps): JSX.Element => {
  const [name, setName] = useState(replaced?.name ?? '');
  const send = async () => {
    const params = { path: { client_id: clientId } };
    const given = name.trim();
    const body = { ...(given !== '' && { name: given }), ...(replaced && { replaces: replaced.id }) };
    const made = await call(() => api.POST('/api/applications/{client_id}/secrets', { params, body }));
    close();
    onMade({ ...made, name: given || (replaced?.name ?? null) });
  };
  const { isBusy, failure, field, onSubmit, onInput } = useForm(send, { name: t.fields.name });
  return (
    <Dialog
      id="new-secret"
      title={replaced ? t.credentials.replaceTitle : t.credentials.new}
      onClose={close}
      {...{ onSubmit, onInput }}
      buttons={
        <>
          <button class="btn" type="button" onClick={close}>
            {t.cancel}
          </button>
          <button class="btn primary" aria-busy={isBusy}>
            {replaced ? t.credentials.replace : t.credentials.create}
          </button>
        </>
      }
    >
      {replaced && <p class="muted">{t.credentials.replaceText}</p>}
      <Field
        {...field('name')}
        id="secret-name"
        label={t.credentials.name}
        hint={t.credentials.nameHint}
        value={name}
        onInput={setName}
        input={{ maxLength: 60, autoComplete: 'off' }}
      />
      {failure && <FailureCallout failure={failure} />}
    </Dialog>
  );
};

export const DeleteSecret = ({
  clientId,
  secret: { id, last_used_at: usedAt, hint },
  close,
  onDeleted,
}: {
  clientId: string;
  secret: Secret;
  close: () => void;
  onDeleted: () => void;
}): JSX.Element => {
  const { isBusy, failure, onSubmit, onInput } = useForm(async () => {
    const params = { path: { client_id: clientId, id } };
    await call(() => api.DELETE('/api/applications/{client_id}/secrets/{id}', { params }));
    close();
    onDeleted();
  });
  return (
    <Dialog
      id="delete-secret"
      title={t.credentials.deleteTitle}
      onClose={close}
      {...{ onSubmit, onInput }}
      buttons={
        <>
          <button class="btn" type="button" onClick={close}>
            {t.cancel}
          </button>
          <button class="btn danger solid" aria-busy={isBusy}>
            {t.credentials.delete}
          </button>
        </>
      }
    >
      <p class="muted">
        <Shortened hint={hint} />{' '}
        {usedAt === null ? t.credentials.deleteUnused : t.credentials.deleteUsed(ago(usedAt, Date.now()))}
      </p>
      {failure && <FailureCallout failure={failure} />}
    </Dialog>
  );
};
