import { Callout } from '@consentry/ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api';
import { useLoaded } from '../../api/use-loaded';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { dayOf } from '../../messages/messages';
import { administer } from '../administer';
import { t } from '../messages/messages';
import { Time } from '../time';
import type { Keys } from './key-lanes';
import { KeyLives, shortOf } from './key-lives';
import { KeyTable } from './key-table';
import { ReplaceDialog, type Replacement } from './replace-dialog';

const DAY = 86_400_000;

/** The signing keys with their lives, and the age of the master key. */
export const KeysPage = (): JSX.Element => {
  const loaded = useLoaded(() => administer(() => api.GET('/api/admin/keys')));
  const [asked, setAsked] = useState<Replacement | null>(null);
  const [done, setDone] = useState<Replacement | null>(null);
  return (
    <>
      <PageHead title={t.keys.title} text={t.keys.text}>
        {loaded.state === 'loaded' && (
          <>
            <button class="btn danger" type="button" onClick={() => setAsked('leak')}>
              {t.keys.leak.button}
            </button>
            <button class="btn" type="button" onClick={() => setAsked('rotate')}>
              {t.keys.rotate.button}
            </button>
          </>
        )}
      </PageHead>
      {done && <Callout kind="ok" title={t.keys[done].done} />}
      <WhenLoaded loaded={loaded}>
        {(keys, change) => (
          <>
            <Numbers keys={keys} />
            <KeyLives keys={keys.items} />
            <KeyTable keys={keys.items} />
            <MasterKey keys={keys} />
            {asked && (
              <ReplaceDialog
                by={asked}
                count={publicOf(keys).length}
                close={() => setAsked(null)}
                onReplaced={(now) => {
                  change(now);
                  setDone(asked);
                }}
              />
            )}
          </>
        )}
      </WhenLoaded>
    </>
  );
};

const publicOf = ({ items }: Keys) => items.filter(({ phase }) => phase !== 'compromised');

const Numbers = ({ keys }: { keys: Keys }) => {
  const signing = keys.items.find(({ phase }) => phase === 'signing');
  const numbers: [string, ComponentChildren][] = [
    [
      t.keys.stats.now,
      signing && (
        <>
          {signing.alg} <small>{t.keys.since(dayOf(signing.signs_from))}</small>
        </>
      ),
    ],
    [t.keys.stats.next, <Next key="next" keys={keys} />],
    [t.keys.stats.inJwks, publicOf(keys).length],
  ];
  return (
    <dl class="stats">
      {numbers.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Next = ({ keys: { items } }: { keys: Keys }) => {
  const announced = items.find(({ phase }) => phase === 'announced');
  if (announced)
    return (
      <small>
        {shortOf(announced.kid)}, <Time at={announced.signs_from} />
      </small>
    );
  const at = items.find(({ next_announced_at: next }) => next !== null)?.next_announced_at;
  return <small>{at ? t.keys.announcedOn(dayOf(at)) : t.keys.noNext}</small>;
};

const MasterKey = ({
  keys: {
    master_key: { since },
  },
}: {
  keys: Keys;
}) => (
  <section class="card" aria-labelledby="master">
    <header>
      <div>
        <h2 id="master">{t.keys.master.title}</h2>
        <p>{t.keys.master.text}</p>
      </div>
    </header>
    <p class="pad">
      {t.keys.master.since(dayOf(since), Math.max(0, Math.floor((Date.now() - Date.parse(since)) / DAY)))}
    </p>
  </section>
);
