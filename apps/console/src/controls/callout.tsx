import { Callout } from '@consentry/ui/callout';
import type { JSX } from 'preact';
import type { Failure } from '../api/failure';
import { t } from '../messages/messages';

/** Why a call did nothing, with what the operator can find in the log. */
export const FailureCallout = ({ failure, again }: { failure: Failure; again?: () => void }): JSX.Element => {
  const { kind, status, detail, requestId, fields } = failure;
  const title = status === 404 ? t.failures.notFound : t.failures.title[kind];
  return (
    <Callout kind={kind === 'missing' ? 'info' : 'danger'} title={title}>
      <span>
        {kind === 'refused' && detail !== '' && status !== 404
          ? detail
          : status === 404
            ? t.failures.notFoundText
            : t.failures.text[kind]}
      </span>
      {fields.map(({ field, detail: of }) => (
        <span key={field}>
          <code>{field}</code> {of}
        </span>
      ))}
      {requestId !== null && kind === 'failed' && <span>{t.failures.request(<code>{requestId}</code>)}</span>}
      {again && kind !== 'missing' && (
        <span>
          <button class="btn slim" type="button" onClick={again}>
            {t.failures.again}
          </button>
        </span>
      )}
    </Callout>
  );
};
