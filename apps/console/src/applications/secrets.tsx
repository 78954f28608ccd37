import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Application, api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Copyable } from '../controls/copyable';
import { Dialog } from '../controls/dialog';
import { useAction } from '../controls/use-action';
import { useForm } from '../controls/use-form';
import { ago, dayOf, t } from '../messages/messages';
import { useKeptFromLeaving } from '../navigation';
import type { OfApplication } from './application-page';
import { type FreshSecret, takeFresh } from './fresh-secrets';
import { type Hints, Shortened, useHints } from './secret-hints';

type Secret = Application['secrets'][number];

const { columns } = t.credentials;

export const Secrets = (of: OfApplication): JSX.Element =>
  of.application.client_type === 'public' ? <NoSecrets /> : <SecretsInForce {...of} />;

/** A new one is shown this once. */
const SecretsInForce = ({ application, change }: OfApplication) => {
  const { client_id: clientId, secrets } = application;
  const [fresh, setFresh] = useState<FreshSecret | null>(() => takeFresh(clientId));
  const [isCopied, setCopied] = useState(false);
  const [doomed, setDoomed] = useState<Secret | null>(null);
  const { hints, problem } = useHints(clientId, fresh);
  useKeptFromLeaving(fresh !== null && !isCopied, t.credentials.leave);
  const add = useAction(async () => {
    const params = { path: { client_id: clientId } };
    const made = await call(() => api.POST('/api/applications/{client_id}/secrets', { params }));
    const { client_secret: text, ...secret } = made;
    change({ ...application, secrets: [...secrets, secret] });
    setFresh({ id: secret.id, text });
    setCopied(false);
  });
  return (
    <section class="card" aria-labelledby="secrets">
      <Head isBusy={add.isBusy} onAdd={add.run} />
      {(fresh || add.failure || problem) && (
        <div class="pad stack">
          {problem && <FailureCallout failure={problem.failure} again={problem.again} />}
          {add.failure && <FailureCallout failure={add.failure} />}
          {fresh && <Fresh key={fresh.id} text={fresh.text} onCopied={() => setCopied(true)} />}
        </div>
      )}
      <SecretTable secrets={secrets} hints={hints} freshId={fresh?.id} onDelete={setDoomed} />
      <footer>
        <span>{t.credentials.count(secrets.length)}</span>
      </footer>
      {doomed && (
        <DeleteSecret
          clientId={clientId}
          secret={doomed}
          hint={hints.get(doomed.id)}
          close={() => setDoomed(null)}
          onDeleted={() => {
            change({ ...application, secrets: secrets.filter(({ id }) => id !== doomed.id) });
            if (fresh?.id === doomed.id) setFresh(null);
          }}
        />
      )}
    </section>
  );
};

const Head = ({ isBusy, onAdd }: { isBusy: boolean; onAdd: () => void }) => (
  <header>
    <div>
      <h2 id="secrets">{t.credentials.secrets}</h2>
      <p>{t.credentials.secretsText}</p>
    </div>
    <button class="btn" type="button" aria-busy={isBusy} onClick={onAdd}>
      <Icon name="plus" /> {t.credentials.new}
    </button>
  </header>
);

const Fresh = ({ text, onCopied }: { text: string; onCopied: () => void }) => (
  <Callout kind="ok" icon="key" title={t.credentials.fresh}>
    <span>{t.credentials.freshText}</span>
    <Copyable text={text} of={t.credentials.ofSecret} isBig onCopied={onCopied} />
  </Callout>
);

const NoSecrets = () => (
  <section class="card" aria-labelledby="secrets">
    <header>
      <div>
        <h2 id="secrets">{t.credentials.noSecrets}</h2>
        <p>{t.credentials.noSecretsText}</p>
      </div>
    </header>
  </section>
);

interface TableProps {
  secrets: readonly Secret[];
  hints: Hints;
  freshId: string | undefined;
  onDelete: (secret: Secret) => void;
}

const SecretTable = ({ secrets, hints, freshId, onDelete }: TableProps) => (
  <table class="table" role="table" aria-labelledby="secrets">
    <thead role="rowgroup">
      <tr role="row">
        {[columns.secret, columns.used].map((column) => (
          <th key={column} scope="col" role="columnheader">
            {column}
          </th>
        ))}
        <th scope="col" role="columnheader" class="end">
          <span class="vh">{columns.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {secrets.map((secret) => (
        <tr key={secret.id} role="row">
          <td role="cell">
            {t.credentials.ofDay(dayOf(secret.created_at))} <Shortened hint={hints.get(secret.id)} />{' '}
            {secret.id === freshId && <span class="badge tint plain">{t.credentials.isNew}</span>}
          </td>
          <td role="cell" data-l={columns.used}>
            {secret.last_used_at === null ? t.credentials.notYet : ago(secret.last_used_at, Date.now())}
          </td>
          <td role="cell" class="end">
            {secrets.length > 1 && (
              <button
                class="btn danger slim"
                type="button"
                aria-label={t.credentials.deleteOf(dayOf(secret.created_at), hints.get(secret.id) ?? '')}
                onClick={() => onDelete(secret)}
              >
                {t.credentials.delete}
              </button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const DeleteSecret = ({
  clientId,
  secret: { id, last_used_at: usedAt },
  hint,
  close,
  onDeleted,
}: {
  clientId: string;
  secret: Secret;
  hint: string | undefined;
  close: () => void;
  onDeleted: () => void;
}) => {
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
