import { Callout } from '#ui/callout';
import type { JSX } from 'preact';
import { AccountLayout, type Place } from '../rendering/account-layout';
import type { SignedInAccount } from '../rendering/signed-in';
import type { DoorPath } from '../sign-in/doors';
import { usePresentation } from '../rendering/use-presentation';

type Frame = Place & { account: SignedInAccount };

/** `signInAt`: where an account that is kept elsewhere signs in again. */
type ConsoleFrame = Frame & {
  signInAt: DoorPath | null;
  sensitiveScopes: readonly string[];
  resources: readonly { name: string; scopes: readonly string[] }[];
};

/** The console's script fills this element. Its attributes name the server, the account, the resources and the sensitive scopes. */
export const ConsolePage = ({ signInAt, sensitiveScopes, resources, ...frame }: ConsoleFrame): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <AccountLayout {...frame}>
      <noscript>
        <Callout kind="warn" title={t.console.needsScript}>
          {t.console.needsScriptText}
        </Callout>
      </noscript>
      <div
        id="console"
        class="console"
        data-base={link('')}
        data-account={frame.account.id}
        data-email={frame.account.email ?? ''}
        data-resources={JSON.stringify(resources)}
        data-sensitive={sensitiveScopes.join(' ')}
        data-sign-in={signInAt === null ? undefined : link(`${signInAt}?prompt=login`)}
      />
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
