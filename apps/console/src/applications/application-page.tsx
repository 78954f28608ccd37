import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Application, api, call } from '../api/api';
import { useLoaded } from '../api/use-loaded';
import { PageHead } from '../controls/page-head';
import { useLazy } from '../controls/use-lazy';
import { WhenLoaded } from '../controls/when-loaded';
import { t } from '../messages/messages';
import { link } from '../navigation';
import { Usage } from '../usage/usage';
import { AppTile } from './app-tile';
import { Off, kindOf } from './applications-page';
import { consentAddress } from './consent-address';
import { Credentials } from './credentials';
import { Crumbs } from './crumbs';
import type { OfApplication } from './of-application';
import { hasRedirects } from './purposes';
import { serverFacts } from './server-facts';

const PARTS = [
  { part: undefined, path: '', title: t.credentials.tab },
  { part: 'usage', path: '/usage', title: t.usage.tab },
  { part: 'settings', path: '/settings', title: t.settings.tab },
] as const;

/** One application of one's own. */
export const ApplicationPage = ({ clientId, part }: { clientId: string; part: string | undefined }): JSX.Element => {
  const loaded = useLoaded(async () => {
    const params = { path: { client_id: clientId } };
    const [application, facts] = await Promise.all([
      call(() => api.GET('/api/applications/{client_id}', { params })),
      serverFacts(),
    ]);
    return { application, ...facts };
  }, clientId);
  const known = loaded.state === 'loaded' ? loaded.value.application : null;
  const name = known?.name ?? clientId;
  return (
    <>
      <Crumbs here={name} />
      <PageHead
        title={name}
        tile={<AppTile application={known ?? { name }} shape="xl" />}
        text={known && <Kind application={known} />}
      >
        {known && hasRedirects(known) && <Previews application={known} />}
      </PageHead>
      <WhenLoaded loaded={loaded}>
        {(value, changeAll) => {
          const { application } = value;
          const change = (changed: Application) => changeAll({ ...value, application: changed });
          return (
            <>
              <Tabs application={application} part={part} />
              {part === 'usage' && <Usage clientId={clientId} />}
              {part === 'settings' && <LazySettings {...value} change={change} />}
              {part !== 'usage' && part !== 'settings' && <Credentials {...value} change={change} />}
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
};

/** Their words would double what the first page loads. */
const LazySettings = (of: OfApplication) => (
  <WhenLoaded loaded={useLazy(() => import('./settings'))}>{({ Settings }) => <Settings {...of} />}</WhenLoaded>
);

const Kind = ({ application }: { application: Application }) => (
  <>
    {kindOf(application)} <Off application={application} />
  </>
);

const Previews = ({ application }: { application: Application }) => (
  <>
    <a
      class="btn"
      href={link(`/console/applications/${application.client_id}/preview`)}
      target="_blank"
      rel="noopener"
      title={t.applications.previewHint}
    >
      <Icon name="eye" /> {t.applications.preview}
    </a>
    {application.enabled && <ConsentLink application={application} />}
  </>
);

const ConsentLink = ({ application }: { application: Application }) => {
  const [address] = useState(() => consentAddress(application));
  return (
    <a class="btn" href={link(address)} target="_blank" rel="noopener" title={t.applications.consentHint}>
      {t.applications.consent}
    </a>
  );
};

const Tabs = ({
  application: { client_id: id, name },
  part,
}: {
  application: Application;
  part: string | undefined;
}) => (
  <nav class="tabs" aria-label={name}>
    {PARTS.map(({ part: one, path, title }) => (
      <a key={path} href={link(`/console/applications/${id}${path}`)} aria-current={one === part ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
);
