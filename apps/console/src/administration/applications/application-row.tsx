import { Tile } from '@consentry/ui/tile';
import type { JSX } from 'preact';
import { dayOf } from '../../messages/messages';
import { link } from '../../navigation';
import { accountPlace } from '../accounts/account-views';
import { t } from '../messages/messages';
import { type AnyApplication, applicationPlace } from './application-views';
import type { Asked, Change } from './change-dialog';

const { columns } = t.applications;

export const ApplicationRow = ({
  application,
  onAsk,
}: {
  application: AnyApplication;
  onAsk: (asked: Asked) => void;
}): JSX.Element => {
  const { client_id: id, name, client_type: type, created_at: since } = application;
  return (
    <tr role="row">
      <td class="who-cell" role="cell">
        <div class="who">
          <Tile name={name} />
          <span>
            <a href={link(applicationPlace(id))}>
              <bdi>{name}</bdi>
            </a>
            <small>
              <code>{id}</code>
            </small>
            <small>{t.applications.types[type]}</small>
          </span>
        </div>
      </td>
      <td data-l={columns.by} role="cell">
        <span>
          <By application={application} />
        </span>
      </td>
      <td data-l={columns.state} role="cell">
        <State application={application} />
      </td>
      <td data-l={columns.since} role="cell">
        {dayOf(since)}
      </td>
      <td class="end" role="cell">
        <Actions application={application} onAsk={onAsk} />
      </td>
    </tr>
  );
};

export const By = ({
  application: { registered_by: by, owner, vouched_by: voucher },
}: {
  application: AnyApplication;
}): JSX.Element => {
  const account = owner?.id ?? voucher;
  return (
    <>
      {t.applications.registrars[by]}{' '}
      {account !== null && (
        <a class="small" href={link(accountPlace(account))}>
          <bdi>{owner?.email ?? account}</bdi>
        </a>
      )}
    </>
  );
};

export const State = ({
  application: { enabled, disabled_by_admin_at: byAdmin },
}: {
  application: AnyApplication;
}): JSX.Element =>
  enabled ? (
    <span class="badge ok">{t.applications.on}</span>
  ) : (
    <span class={byAdmin === null ? 'badge' : 'badge danger'}>
      {byAdmin === null ? t.applications.offByDeveloper : t.applications.off}
    </span>
  );

const Actions = ({ application, onAsk }: { application: AnyApplication; onAsk: (asked: Asked) => void }) => {
  const { name, enabled } = application;
  const changes: readonly Change[] = [enabled ? 'switchOff' : 'switchOn', 'remove'];
  return (
    <span class="bar">
      {changes.map((change) => (
        <button
          key={change}
          class={change === 'remove' ? 'btn danger slim' : 'btn slim'}
          type="button"
          aria-label={t.applications[change].of(name)}
          onClick={() => onAsk({ change, of: application })}
        >
          {t.applications[change].button}
        </button>
      ))}
    </span>
  );
};
