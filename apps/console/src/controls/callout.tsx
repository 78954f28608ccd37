import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../api/failure';
import { t } from '../messages/messages';
import { Icon, type IconName } from './icon';

const ICONS = { ok: 'check', info: 'info', warn: 'warn', danger: 'warn' } as const satisfies Record<string, IconName>;
const ROLES = { ok: 'status', info: undefined, warn: undefined, danger: 'alert' } as const;

export const Callout = ({
  kind,
  title,
  icon = ICONS[kind],
  children,
}: {
  kind: keyof typeof ICONS;
  title: ComponentChildren;
  icon?: IconName;
  children?: ComponentChildren;
}): JSX.Element => (
  <div class={`callout ${kind}`} role={ROLES[kind]}>
    <Icon name={icon} />
    <div>
      <strong>{title}</strong>
      {children}
    </div>
  </div>
);

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
