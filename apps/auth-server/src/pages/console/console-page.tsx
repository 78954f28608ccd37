import type { JSX } from 'preact';
import { AccountLayout, type Place, type SignedIn } from '../rendering/account-layout';
import { Callout } from '../rendering/controls';
import { usePresentation } from '../rendering/use-presentation';

type Frame = Place & { account: SignedIn };

/** What the console's script fills; it learns from the element where the server is and who is signed in. */
export const ConsolePage = (frame: Frame): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <AccountLayout {...frame}>
      <noscript>
        <Callout kind="warn" title={t.console.needsScript}>
          {t.console.needsScriptText}
        </Callout>
      </noscript>
      <div id="console" class="console" data-base={link('')} data-email={frame.account.email ?? ''} />
    </AccountLayout>
  );
};

export const ConsoleMissingPage = (frame: Frame): JSX.Element => {
  const { t } = usePresentation();
  return (
    <AccountLayout {...frame}>
      <div class="head">
        <h1>{t.layout.sections[frame.section]}</h1>
      </div>
      <Callout kind="warn" title={t.console.missing}>
        {t.console.missingText(<code>npm run build</code>)}
      </Callout>
    </AccountLayout>
  );
};
