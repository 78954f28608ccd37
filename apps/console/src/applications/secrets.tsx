import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailureCallout } from '../controls/callout';
import { Copyable } from '../controls/copyable';
import { t } from '../messages/messages';
import { useKeptFromLeaving } from '../navigation';
import type { OfApplication } from './of-application';
import type { FreshSecret } from './fresh-secrets';
import { type Secret, useListedSecrets } from './listed-secrets';
import { DeleteSecret, type MadeSecret, NewSecret } from './secret-dialogs';
import { OVERLAP, SecretTable, hasEnded } from './secret-table';

export type OfSecrets = OfApplication & {
  /** The one that is on the screen, this once. */
  fresh: FreshSecret | null;
  onFresh: (fresh: FreshSecret | null) => void;
};

export const Secrets = (of: OfSecrets): JSX.Element =>
  of.application.client_type === 'public' ? <NoSecrets /> : <SecretsInForce {...of} />;

/** The last characters that tell a secret from others. */
const HINT = 4;

/** What a dialog is open for. */
type Asked = { kind: 'new' } | { kind: 'replace' | 'delete'; secret: Secret };

const SecretsInForce = ({ application, change, fresh, onFresh }: OfSecrets) => {
  const { client_id: clientId } = application;
  const [isCopied, setCopied] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { secrets, note, problem } = useListedSecrets(application);
  useKeptFromLeaving(fresh !== null && !isCopied, t.credentials.leave);
  const add = ({ client_secret: text, ...made }: MadeSecret, replaced: Secret | null) => {
    const end = new Date(Date.parse(made.created_at) + OVERLAP).toISOString();
    const isReplaced = replaced ? [{ ...replaced, expires_at: end }] : [];
    note(...isReplaced, { ...made, expires_at: null, hint: text.slice(-HINT) });
    change({ ...application, secrets: [...application.secrets, made] });
    onFresh({ id: made.id, text });
    setCopied(false);
  };
  const drop = ({ id: gone }: Secret) => {
    change({ ...application, secrets: application.secrets.filter(({ id }) => id !== gone) });
    if (fresh?.id === gone) onFresh(null);
  };
  return (
    <section class="card" aria-labelledby="secrets">
      <Head onAdd={() => setAsked({ kind: 'new' })} />
      {(fresh || problem) && (
        <div class="pad stack">
          {problem && <FailureCallout failure={problem.failure} again={problem.again} />}
          {fresh && <Fresh key={fresh.id} text={fresh.text} onCopied={() => setCopied(true)} />}
        </div>
      )}
      <SecretTable
        secrets={secrets}
        freshId={fresh?.id}
        onReplace={(secret) => setAsked({ kind: 'replace', secret })}
        onDelete={(secret) => setAsked({ kind: 'delete', secret })}
      />
      <footer>
        <span>{t.credentials.count(secrets.filter((secret) => !hasEnded(secret, Date.now())).length)}</span>
      </footer>
      {asked && <Dialogs {...{ clientId, asked, add, drop }} close={() => setAsked(null)} />}
    </section>
  );
};

interface DialogsProps {
  clientId: string;
  asked: Asked;
  close: () => void;
  add: (made: MadeSecret, replaced: Secret | null) => void;
  drop: (secret: Secret) => void;
}

const Dialogs = ({ clientId, asked, close, add, drop }: DialogsProps) => {
  if (asked.kind === 'delete')
    return <DeleteSecret {...{ clientId, close }} secret={asked.secret} onDeleted={() => drop(asked.secret)} />;
  const replaced = asked.kind === 'replace' ? asked.secret : null;
  return <NewSecret {...{ clientId, close, replaced }} onMade={(made) => add(made, replaced)} />;
};

const Head = ({ onAdd }: { onAdd: () => void }) => (
  <header>
    <div>
      <h2 id="secrets">{t.credentials.secrets}</h2>
      <p>{t.credentials.secretsText}</p>
    </div>
    <button class="btn" type="button" onClick={onAdd}>
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
