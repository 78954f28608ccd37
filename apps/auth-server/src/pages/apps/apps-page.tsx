import { Callout } from '#ui/callout';
import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import type { EndedGrant } from '../../endings/ended-grant';
import type { ActiveGrant } from '../../model/grants/grant.repository';
import { AccountLayout, type SignedIn } from '../rendering/account-layout';
import { Time } from '../rendering/controls';
import { AppCard } from './app-card';
import { AppName, type AppsContext } from './app-texts';
import { RemoveDialog } from './remove-page';
import { usePresentation } from '../rendering/use-presentation';

/** What the person did on the page before. */
export type Done =
  { kind: 'removed'; grant: EndedGrant } | { kind: 'narrowed' | 'ended' | 'gone'; grant: ActiveGrant | null };

interface AppsPageProps extends AppsContext {
  account: SignedIn;
  grants: readonly ActiveGrant[];
  done: Done | null;
}

export const AppsPage = ({ account, grants, done, ...context }: AppsPageProps): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <AccountLayout section="apps" account={account}>
      <div class="head">
        <div>
          <h1>{t.layout.sections.apps}</h1>
          <p>{t.apps.lead}</p>
        </div>
      </div>
      {done && <DoneCallout done={done} />}
      <section class="card" aria-label={t.layout.sections.apps}>
        {grants.map((grant) => (
          <AppCard key={grant.id} {...context} grant={grant} />
        ))}
        {grants.length === 0 && <None />}
        <footer>
          <span>{t.apps.count(grants.length)}</span>
          <a href={link('/account/history')}>{t.apps.before}</a>
        </footer>
      </section>
      {grants.map((grant) => (
        <RemoveDialog key={grant.id} grant={grant} />
      ))}
    </AccountLayout>
  );
};

const None = () => {
  const { t } = usePresentation();
  return (
    <div class="empty">
      <Tile name="plug" shape="xl">
        <Icon name="plug" />
      </Tile>
      <h2>{t.apps.none}</h2>
      <p>{t.apps.noneText}</p>
    </div>
  );
};

const DoneCallout = ({ done }: { done: Done }) => {
  const { t } = usePresentation();
  if (done.kind === 'gone') return <Callout kind="info">{t.apps.gone}</Callout>;
  if (done.kind === 'removed') {
    const { lastUsedAt, connections, codes } = done.grant;
    return (
      <Callout kind="ok" title={t.apps.removed(<AppName app={done.grant} />)}>
        {t.apps.endedWith(connections, codes)}{' '}
        {lastUsedAt !== null && t.apps.lastUsed(<Time at={lastUsedAt} as="day" />)}
      </Callout>
    );
  }
  const name = done.grant === null ? null : <AppName app={done.grant} />;
  return name && <Callout kind="ok" title={done.kind === 'ended' ? t.apps.ended(name) : t.apps.narrowed(name)} />;
};
