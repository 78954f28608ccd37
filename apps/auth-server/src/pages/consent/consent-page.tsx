import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { ComponentChildren, JSX } from 'preact';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import type { Screen } from '../../oauth/authorize/consent-screen';
import { resourceName } from '../rendering/access-texts';
import { AccountChip } from '../rendering/account-layout';
import { FormRefusal } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import { AppTile } from '../rendering/app-tile';
import { signInPath } from '../sign-in/sign-in-page';
import { AskedScopes } from './asked-scopes';
import { Facts, GoOnWarning } from './consent-facts';
import { ConsentDialog, ConsentTimer } from './consent-timer';
import { consentTitle, isTakenAtItsWord } from './consent-title';
import { usePresentation } from '../rendering/use-presentation';

export interface ConsentPageProps {
  screen: ConsentScreenView;
  /** Seconds without use after which access ends. */
  unusedFor: number;
  /** What was ticked before; `null`: the question is new. */
  ticked: readonly string[] | null;
}

export const ConsentPage = ({ screen, unusedFor, ticked }: ConsentPageProps): JSX.Element => {
  const { t, link, path } = usePresentation();
  const [, query = ''] = path.split(/\?(.*)/s);
  return (
    <QuietLayout roomy>
      <form
        class="sheet"
        action={link(path)}
        method="post"
        data-closes-in={screen.expires_in}
        data-asks={`${link('/oauth2/authorize')}?${query}`}
      >
        <input type="hidden" name="session_id" value={screen.sessionID} />
        {/* The script renews the session, maybe for an account that signed in elsewhere: the answer is this one's. */}
        <input type="hidden" name="account" value={screen.account.id} />
        <Question screen={screen} unusedFor={unusedFor} ticked={ticked} openFor={screen.expires_in}>
          <a class="btn quiet slim" href={link(signInPath(path))}>
            {t.consent.otherAccount}
          </a>
        </Question>
      </form>
      <ConsentDialog openFor={screen.expires_in} />
    </QuietLayout>
  );
};

interface QuestionProps extends Omit<ConsentPageProps, 'screen'> {
  screen: Screen;
  /** Seconds; `null`: a preview, in which nothing can be decided. */
  openFor: number | null;
  /** Beside the account. */
  children?: ComponentChildren;
}

export const Question = ({ screen, unusedFor, ticked, openFor, children }: QuestionProps): JSX.Element => {
  const presentation = usePresentation();
  const { t, brand } = presentation;
  const { client, account, resource } = screen;
  return (
    <>
      <div class="stack tight center">
        <div class="parties" aria-hidden="true">
          <AppTile app={isTakenAtItsWord(client) ? client : { name: client.name }} shape="xl" />
          <span class="link">
            <Icon name="swap" />
          </span>
          <Tile name={resource === null ? brand.name : resourceName(resource, presentation)} shape="xl brandmark" />
        </div>
        <h1>{consentTitle(presentation, screen)}</h1>
      </div>
      <FormRefusal />
      <GoOnWarning screen={screen} />
      <AccountChip account={account}>{children}</AccountChip>
      <AskedScopes screen={screen} ticked={ticked} />
      <Facts screen={screen} unusedFor={unusedFor} openFor={openFor} />
      <div class="decide">
        {openFor !== null && <ConsentTimer openFor={openFor} />}
        <button class="btn tall" name="is_rejected" value="true" disabled={openFor === null}>
          {t.consent.deny}
        </button>
        <button class="btn primary tall" name="is_rejected" value="false" disabled={openFor === null}>
          {t.consent.allow}
        </button>
      </div>
    </>
  );
};
