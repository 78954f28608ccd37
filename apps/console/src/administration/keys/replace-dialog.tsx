import { Callout } from '@consentry/ui/callout';
import type { JSX } from 'preact';
import { api } from '../../api/api';
import { administer } from '../administer';
import { Confirm } from '../confirm';
import { t } from '../messages/messages';
import type { Keys } from './key-lanes';

export type Replacement = 'rotate' | 'leak';

interface Props {
  by: Replacement;
  /** Of the keys in the JWKS. */
  count: number;
  onReplaced: (keys: Keys) => void;
  close: () => void;
}

export const ReplaceDialog = ({ by, count, onReplaced, close }: Props): JSX.Element =>
  by === 'rotate' ? (
    <Confirm
      title={t.keys.rotate.confirm}
      button={t.keys.rotate.act}
      isEnd={false}
      act={async () => onReplaced(await administer(() => api.POST('/api/admin/keys/rotation')))}
      close={close}
    >
      <p class="muted">{t.keys.rotate.text}</p>
    </Confirm>
  ) : (
    <Confirm
      title={t.keys.leak.confirm}
      button={t.keys.leak.act}
      typed={t.keys.leak.typed}
      act={async () => onReplaced(await administer(() => api.POST('/api/admin/keys/leak')))}
      close={close}
    >
      <p class="muted">{t.keys.leak.text(count)}</p>
      <Callout kind="warn" title={t.keys.leak.only}>
        <span>{t.keys.leak.onlyText}</span>
      </Callout>
    </Confirm>
  );
