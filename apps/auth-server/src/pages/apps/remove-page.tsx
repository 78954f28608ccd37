import type { ComponentChildren, JSX } from 'preact';
import type { ActiveGrant } from '../../model/grants/grant.repository';
import { QuietLayout } from '../rendering/quiet-layout';
import { EndingConnections } from './app-connections';
import { AppName, appName } from './app-texts';
import { usePresentation } from '../rendering/use-presentation';

interface RemoveProps {
  grant: ActiveGrant;
}

/** The question as a page, where no script opens the dialog. */
export const RemovePage = ({ grant }: RemoveProps): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout roomy>
      <div class="sheet">
        <h1>{t.apps.removeQuestion(<AppName app={grant} />)}</h1>
        <Consequences grant={grant} />
        <RemoveForm grant={grant} class="decide">
          <a class="btn tall" href={link('/account/apps')}>
            {t.apps.keepIt}
          </a>
        </RemoveForm>
      </div>
    </QuietLayout>
  );
};

/** Opened by the script of the page. */
export const RemoveDialog = ({ grant }: RemoveProps): JSX.Element => {
  const { t } = usePresentation();
  const title = `remove-title-${grant.id}`;
  return (
    <dialog id={`remove-${grant.id}`} aria-labelledby={title}>
      <div class="in">
        <h2 id={title}>{t.apps.removeQuestion(<AppName app={grant} />)}</h2>
        <Consequences grant={grant} />
      </div>
      <footer>
        <RemoveForm grant={grant} class="answers">
          <button class="btn" type="button" data-closes autofocus>
            {t.apps.keepIt}
          </button>
        </RemoveForm>
      </footer>
    </dialog>
  );
};

const Consequences = ({ grant }: RemoveProps) => {
  const { t } = usePresentation();
  const name = <AppName app={grant} />;
  return (
    <>
      <p class="muted">{t.apps.removeText(name)}</p>
      {grant.delegations.length > 0 && <p class="muted">{t.apps.removeDelegations}</p>}
      <EndingConnections grant={grant} />
    </>
  );
};

/** @param children the way back, first in the order of the keyboard. */
const RemoveForm = ({ grant, class: name, children }: RemoveProps & { class: string; children: ComponentChildren }) => {
  const { t, link } = usePresentation();
  return (
    <form class={name} action={link(`/account/apps/${grant.id}/remove`)} method="post">
      {children}
      <button class="btn danger solid" aria-label={t.apps.removeOf(appName(grant))}>
        {t.apps.remove}
      </button>
    </form>
  );
};
