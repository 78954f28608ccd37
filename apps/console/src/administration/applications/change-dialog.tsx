import type { JSX } from 'preact';
import { api } from '../../api/api';
import { administer } from '../administer';
import { Confirm } from '../confirm';
import { t } from '../messages/messages';
import type { AnyApplication, ApplicationDetail } from './application-views';

export type Change = 'switchOff' | 'switchOn' | 'remove';

export interface Asked {
  change: Change;
  of: AnyApplication;
}

/** Says what ends, and ends it. */
export const ChangeDialog = ({
  change,
  of,
  onChanged,
  close,
}: Asked & {
  /** @param now `null`: it is deleted. */
  onChanged: (now: ApplicationDetail | null) => void;
  close: () => void;
}): JSX.Element => {
  const { name, client_id: id, registered_by: registrar } = of;
  const { confirm, ends, act } = t.applications[change];
  return (
    <Confirm
      title={confirm(<bdi>{name}</bdi>)}
      button={act}
      isEnd={change !== 'switchOn'}
      act={async () => onChanged(await carryOut(change, id))}
      close={close}
    >
      <p>
        <code>{id}</code>
      </p>
      <p class="muted">{ends}</p>
      {change === 'remove' && registrar !== 'developer' && <p>{t.applications.remove.comesBack[registrar]}</p>}
    </Confirm>
  );
};

async function carryOut(change: Change, clientId: string): Promise<ApplicationDetail | null> {
  const params = { path: { client_id: clientId } };
  if (change !== 'remove') {
    const body = { enabled: change === 'switchOn' };
    return administer(() => api.PATCH('/api/admin/applications/{client_id}', { params, body }));
  }
  await administer(() => api.DELETE('/api/admin/applications/{client_id}', { params }));
  return null;
}
