import type { ComponentChildren, JSX } from 'preact';
import type { ActiveGrant } from '../../model/grants/grant.repository';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { EndingConnections } from './app-connections';
import { AppName, appName } from './app-texts';

interface RemoveProps {
  presentation: Presentation;
  grant: ActiveGrant;
}

/** The question as a page, where no script opens the dialog. */
export const RemovePage = ({ presentation, grant }: RemoveProps): JSX.Element => {
  const { t, link } = presentation;
  return (
    <QuietLayout presentation={presentation} roomy>
      <div class="sheet">
        <h1>{t.apps.removeQuestion(<AppName app={grant} />)}</h1>
        <Consequences presentation={presentation} grant={grant} />
        <RemoveForm presentation={presentation} grant={grant} class="decide">
          <a class="btn tall" href={link('/account/apps')}>
            {t.apps.keepIt}
          </a>
        </RemoveForm>
      </div>
    </QuietLayout>
  );
};

/** Opened by the script of the page. */
export const RemoveDialog = ({ presentation, grant }: RemoveProps): JSX.Element => {
  const { t } = presentation;
  const title = `remove-title-${grant.id}`;
  return (
    <dialog id={`remove-${grant.id}`} aria-labelledby={title}>
      <div class="in">
        <h2 id={title}>{t.apps.removeQuestion(<AppName app={grant} />)}</h2>
        <Consequences presentation={presentation} grant={grant} />
      </div>
      <footer>
        <RemoveForm presentation={presentation} grant={grant} class="answers">
          <button class="btn" type="button" data-closes autofocus>
            {t.apps.keepIt}
          </button>
        </RemoveForm>
      </footer>
    </dialog>
  );
};

const Consequences = ({ presentation, grant }: RemoveProps) => {
  const name = <AppName app={grant} />;
  return (
    <>
      <p class="muted">{presentation.t.apps.removeText(name)}</p>
      {grant.delegations.length > 0 && <p class="muted">{presentation.t.apps.removeDelegations}</p>}
      <EndingConnections presentation={presentation} grant={grant} />
    </>
  );
};

/** @param children the way back, first in the order of the keyboard. */
const RemoveForm = ({
  presentation: { t, link },
  grant,
  class: name,
  children,
}: RemoveProps & { class: string; children: ComponentChildren }) => (
  <form class={name} action={link(`/account/apps/${grant.id}/remove`)} method="post">
    {children}
    <button class="btn danger solid" aria-label={t.apps.removeOf(appName(grant))}>
      {t.apps.remove}
    </button>
  </form>
);
