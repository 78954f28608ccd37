import type { JSX } from 'preact';
import { ago, t, until } from '../messages/messages';
import { type Secret, Shortened } from './listed-secrets';
import { nameOf } from './secret-dialogs';

const { columns } = t.credentials;

/** Milliseconds for which a replaced one still works. */
export const OVERLAP = 24 * 3_600_000;

export const hasEnded = ({ expires_at: end }: Secret, now: number): boolean => end !== null && Date.parse(end) <= now;

interface TableProps {
  secrets: readonly Secret[];
  freshId: string | undefined;
  onReplace: (secret: Secret) => void;
  onDelete: (secret: Secret) => void;
}

export const SecretTable = ({ secrets, ...props }: TableProps): JSX.Element => (
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
        <Row
          key={secret.id}
          secret={secret}
          mayDelete={secrets.some(({ id, expires_at: end }) => id !== secret.id && end === null)}
          {...props}
        />
      ))}
    </tbody>
  </table>
);

type RowProps = Omit<TableProps, 'secrets'> & { secret: Secret; mayDelete: boolean };

const Row = ({ secret, freshId, mayDelete, onReplace, onDelete }: RowProps) => {
  const [name, { hint }] = [nameOf(secret), secret];
  return (
    <tr role="row">
      <td role="cell">
        <bdi>{name}</bdi> <Shortened hint={hint} />{' '}
        {secret.id === freshId && <span class="badge tint plain">{t.credentials.isNew}</span>}
        <End secret={secret} />
      </td>
      <td role="cell" data-l={columns.used}>
        {secret.last_used_at === null ? t.credentials.notYet : ago(secret.last_used_at, Date.now())}
      </td>
      <td role="cell" class="end">
        {secret.expires_at === null && (
          <button
            class="btn slim"
            type="button"
            aria-label={t.credentials.replaceOf(name, hint ?? '')}
            onClick={() => onReplace(secret)}
          >
            {t.credentials.replace}
          </button>
        )}{' '}
        {mayDelete && (
          <button
            class="btn danger slim"
            type="button"
            aria-label={t.credentials.deleteOf(name, hint ?? '')}
            onClick={() => onDelete(secret)}
          >
            {t.credentials.delete}
          </button>
        )}
      </td>
    </tr>
  );
};

/** When it ends, and a warning where something used it after it was replaced. */
const End = ({ secret }: { secret: Secret }) => {
  const { expires_at: end, last_used_at: usedAt } = secret;
  if (end === null) return null;
  const now = Date.now();
  if (hasEnded(secret, now)) return <span class="badge plain">{t.credentials.ended(ago(end, now))}</span>;
  const isStillUsed = usedAt !== null && Date.parse(usedAt) > Date.parse(end) - OVERLAP;
  return (
    <>
      <span class="badge plain">{t.credentials.ends(until(end, now))}</span>{' '}
      {isStillUsed && <span class="badge warn">{t.credentials.stillUsed}</span>}
    </>
  );
};
