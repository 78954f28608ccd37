import { Callout } from '#ui/callout';
import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { ListedSession } from '../../model/sessions/account-sessions';
import { AccountLayout, type SignedIn } from '../rendering/account-layout';
import { browserText, isOnPhone } from '../rendering/browser-text';
import { Time } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { usePresentation } from '../rendering/use-presentation';

interface SessionsPageProps {
  account: SignedIn;
  sessions: readonly ListedSession[];
  current: string | null;
  /** Whether the person has just ended some. */
  isDone: boolean;
}

export const SessionsPage = ({ account, isDone, ...list }: SessionsPageProps): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <AccountLayout section="sessions" account={account}>
      <div class="head">
        <div>
          <h1>{t.layout.sections.sessions}</h1>
          <p>{t.sessions.lead}</p>
        </div>
      </div>
      {isDone && <Callout kind="ok" title={t.sessions.done} />}
      <section class="card" aria-label={t.layout.sections.sessions}>
        <article class="grant">
          <SessionList {...list} />
        </article>
        <footer>
          <form class="bar" action={link('/account/sessions/end-all')} method="post">
            {list.sessions.length > 1 && <button class="btn">{t.sessions.endOthers}</button>}
            <button class="btn danger" name="here" value="too">
              {t.sessions.endAll}
            </button>
          </form>
        </footer>
      </section>
      <p class="note">{t.sessions.appsStay}</p>
    </AccountLayout>
  );
};

const SessionList = ({ sessions, current }: Omit<SessionsPageProps, 'account' | 'isDone'>) => {
  const presentation = usePresentation();
  const { t } = presentation;
  return (
    <ul class="devices">
      {sessions.map((session) => (
        <li key={session.id}>
          <Icon name={isOnPhone(session.browser) ? 'phone' : 'laptop'} />
          <div>
            {nameOf(session, presentation)} {session.id === current && <span class="badge ok">{t.sessions.here}</span>}
            <small>
              {t.sessions.since} <Time at={session.createdAt} as="time" />
              {' · '}
              {session.id !== current && (
                <>
                  {t.sessions.lastUsed(<Time at={session.lastUsedAt} as="ago" />)}
                  {' · '}
                </>
              )}
              {t.sessions.ends(<Time at={session.expiresAt} as="time" />)}
            </small>
          </div>
          <EndForm session={session} />
        </li>
      ))}
    </ul>
  );
};

const EndForm = ({ session }: { session: ListedSession }) => {
  const presentation = usePresentation();
  const { t, link } = presentation;
  return (
    <form action={link(`/account/sessions/${session.id}/end`)} method="post">
      <button class="btn quiet slim" aria-label={t.sessions.endOf(nameOf(session, presentation))}>
        {t.sessions.end}
      </button>
    </form>
  );
};

const nameOf = ({ browser }: ListedSession, presentation: Presentation) =>
  browser === null ? presentation.t.sessions.unknown : browserText(browser, presentation);
