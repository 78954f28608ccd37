import { Callout } from '@consentry/ui/callout';
import { Tile } from '@consentry/ui/tile';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLoaded } from '../../api/use-loaded';
import { Copyable } from '../../controls/copyable';
import { type Fact, Facts } from '../../controls/facts';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { dayOf } from '../../messages/messages';
import { link, navigate } from '../../navigation';
import { Choice } from '../choice';
import { eventsPlace } from '../events/filter';
import { t } from '../messages/messages';
import { Time } from '../time';
import { By, State } from './application-row';
import { SettingsCard } from './application-settings';
import { type ApplicationDetail, loadApplication } from './application-views';
import { type Change, ChangeDialog } from './change-dialog';

const { one } = t.applications;

/** One application of anybody: what it is, how it is set up, who uses it, and how to stop it. */
export const ApplicationPage = ({ clientId }: { clientId: string }): JSX.Element => {
  const loaded = useLoaded(() => loadApplication(clientId), clientId);
  const known = loaded.state === 'loaded' ? loaded.value : null;
  const name = known?.name ?? clientId;
  return (
    <>
      <p class="crumbs">
        <a href={link('/admin/applications')}>{t.applications.title}</a> <span aria-hidden="true">/</span>{' '}
        <bdi>{name}</bdi>
      </p>
      <PageHead title={name} tile={<Tile name={name} shape="xl" />} text={known && <State application={known} />} />
      <WhenLoaded loaded={loaded}>
        {(application, change) => (
          <>
            <Numbers application={application} />
            <Identity application={application} />
            <SettingsCard settings={application.settings} />
            <Stop application={application} change={change} />
          </>
        )}
      </WhenLoaded>
    </>
  );
};

interface OfApplication {
  application: ApplicationDetail;
}

const Numbers = ({ application: { accounts_with_access: people, last_used_at: used } }: OfApplication) => (
  <dl class="stats">
    <div>
      <dt>{one.people}</dt>
      <dd>{one.peopleCount(people)}</dd>
    </div>
    <div>
      <dt>{one.lastUsed}</dt>
      <dd>{used === null ? one.neverUsed : <Time at={used} />}</dd>
    </div>
  </dl>
);

const Identity = ({ application }: OfApplication) => {
  const { client_id: id, client_type: type, created_at: since, disabled_by_admin_at: off } = application;
  const rows: Fact[] = [
    [one.id, <Copyable key="id" text={id} of={one.ofId} />],
    [one.type, t.applications.types[type]],
    [t.applications.columns.by, <By key="by" application={application} />],
    [t.applications.columns.since, dayOf(since)],
    ...(off === null ? [] : ([[one.offSince, dayOf(off)]] as Fact[])),
  ];
  return (
    <section class="card" aria-labelledby="identity">
      <header>
        <div>
          <h2 id="identity">{one.identity}</h2>
        </div>
        <a class="btn slim" href={link(eventsPlace({ client_id: id }))}>
          {t.applications.events}
        </a>
      </header>
      <Facts facts={rows} />
    </section>
  );
};

const Stop = ({ application, change }: OfApplication & { change: (application: ApplicationDetail) => void }) => {
  const [asked, setAsked] = useState<Change | null>(null);
  const [done, setDone] = useState<Change | null>(null);
  const changes: readonly Change[] = [application.enabled ? 'switchOff' : 'switchOn', 'remove'];
  const show = (now: ApplicationDetail | null) => {
    if (now === null) return navigate('/admin/applications');
    change(now);
    setDone(asked);
  };
  return (
    <section class="card danger-zone" aria-labelledby="stop">
      <header>
        <div>
          <h2 id="stop">{one.stop}</h2>
        </div>
      </header>
      {done && (
        <div class="pad">
          <Callout kind="ok" title={t.applications[done].done(<bdi>{application.name}</bdi>)} />
        </div>
      )}
      {changes.map((each) => {
        const { act: title, ends: text, button } = t.applications[each];
        return <Choice key={each} {...{ title, text, button }} onClick={() => setAsked(each)} />;
      })}
      {asked && <ChangeDialog change={asked} of={application} onChanged={show} close={() => setAsked(null)} />}
    </section>
  );
};
