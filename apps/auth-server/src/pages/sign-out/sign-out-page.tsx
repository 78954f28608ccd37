import { Callout } from '#ui/callout';
import type { JSX } from 'preact';
import type { JudgedLogout } from '../../oauth/logout/logout.service';
import { destinationOf } from '../leaving/leaving';
import { AccountChip } from '../rendering/account-layout';
import { QuietLayout } from '../rendering/quiet-layout';
import { START } from '../rendering/start';
import { ClientName } from '../sign-in/client-name';
import { usePresentation } from '../rendering/use-presentation';

/** Any site can lead here: nothing ends without the button. */
export const SignOutPage = ({
  logout: { client, signedIn },
  parameters,
  isUsable,
}: {
  logout: JudgedLogout & { signedIn: object };
  /** Of the request that asks for it. */
  parameters: Readonly<Record<string, string | undefined>>;
  /** Whether that request is right: a wrong one leads nowhere. */
  isUsable: boolean;
}): JSX.Element => {
  const { t, link, brand } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{t.signOut.question(<bdi>{brand.name}</bdi>)}</h1>
          {client && <p class="lead">{t.signOut.asked(<ClientName client={client} />)}</p>}
        </div>
        {!isUsable && <Callout kind="info">{t.signOut.unusable}</Callout>}
        <AccountChip account={signedIn.account} />
        <p class="muted">{t.signOut.keeps}</p>
        <form class="stack tight" action={link('/sign-out')} method="post">
          {Object.entries(parameters).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button class="btn primary wide tall">{t.signOut.submit}</button>
        </form>
        <a class="btn quiet wide" href={link(START)}>
          {t.signOut.stay}
        </a>
      </div>
    </QuietLayout>
  );
};

/** @param target of the client that asked, for a click: nothing proves that the person comes from there. */
export const SignedOutPage = ({ target }: { target: string | null }): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet center">
        <h1>{t.signOut.done}</h1>
        <p class="muted">{t.signOut.doneText}</p>
        {target !== null && (
          <a class="btn primary wide tall" href={target} rel="noreferrer">
            {t.signOut.back(<bdi>{destinationOf(target).host}</bdi>)}
          </a>
        )}
        <a class={target === null ? 'btn primary wide tall' : 'btn quiet wide'} href={link('/sign-in')}>
          {t.signOut.again}
        </a>
      </div>
    </QuietLayout>
  );
};
