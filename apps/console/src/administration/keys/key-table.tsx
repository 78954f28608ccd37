import type { JSX } from 'preact';
import { TableHead } from '../../controls/table-head';
import { dayOf } from '../../messages/messages';
import { link } from '../../navigation';
import { t } from '../messages/messages';
import { Time } from '../time';
import type { SigningKey } from './key-lanes';

const { columns } = t.keys;
const BADGES = { announced: 'badge info', signing: 'badge ok', retired: 'badge', compromised: 'badge danger' } as const;

export const KeyTable = ({ keys }: { keys: readonly SigningKey[] }): JSX.Element => (
  <section class="card" aria-labelledby="keys">
    <header>
      <div>
        <h2 id="keys">{t.keys.all}</h2>
      </div>
      <a class="btn quiet slim" href={link('/admin/events')}>
        {t.keys.events}
      </a>
    </header>
    {keys.length === 0 ? (
      <div class="empty">
        <p>{t.keys.none}</p>
      </div>
    ) : (
      <table class="table" role="table" aria-labelledby="keys">
        <TableHead columns={Object.values(columns)} />
        <tbody role="rowgroup">
          {keys.map((key) => (
            <Row key={key.kid} of={key} />
          ))}
        </tbody>
      </table>
    )}
    <footer>
      <span>{t.keys.leaves}</span>
    </footer>
  </section>
);

const Row = ({ of: { kid, alg, purpose, phase, signs_from: from, ...key } }: { of: SigningKey }) => (
  <tr role="row">
    <td role="cell">
      <code>{kid}</code>
    </td>
    <td role="cell" data-l={columns.state}>
      <span class={BADGES[phase]}>{t.keys.phases[phase]}</span>
    </td>
    <td role="cell" data-l={columns.signs}>
      <span>
        {t.keys.purposes[purpose]}, {t.keys.signs[phase](dayOf(from))}
      </span>
    </td>
    <td role="cell" data-l={columns.algorithm}>
      {alg}
    </td>
    <td role="cell" data-l={columns.until}>
      <Until of={{ phase, ...key }} />
    </td>
  </tr>
);

type Ending = Pick<SigningKey, 'phase' | 'public_until' | 'compromised_at'>;

const Until = ({ of: { public_until: until, compromised_at: leaked } }: { of: Ending }) => {
  if (leaked !== null) return <>{t.keys.notTrusted(dayOf(leaked))}</>;
  return until === null ? <>{t.keys.stays}</> : <Time at={until} />;
};
