import { Callout } from '#ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import type { Messages } from '../messages/messages';
import type { SignInPurpose } from '../../oauth/authorize/page.service';
import { AccountChip, type SignedIn } from '../rendering/account-layout';
import { ClockTime, Field, PasswordField } from '../rendering/controls';
import { QuietLayout } from '../rendering/quiet-layout';
import type { Refusal } from '../rendering/refusal';
import { START } from '../rendering/start';
import { withChoice } from './account-choice';
import { ClientName, ToContinue } from './client-name';
import { type Door, type DoorPath, doorName, doorPath, isProvider } from './doors';
import { usePresentation } from '../rendering/use-presentation';

export interface SignInModel {
  email: string;
  /** An own path. */
  returnTo: string | null;
  /** The request that the sign-in is for. */
  purpose: SignInPurpose | null;
  /** Whose session the browser has. */
  account: SignedIn | null;
}

interface WaysIn {
  doors: readonly Door[];
  passwords: boolean;
}

type SignInPath = '/sign-in' | '/sign-up' | '/sign-up/code' | DoorPath;

/** Its path with what it was opened with. */
export const signInPath = (
  returnTo: string | null,
  page: SignInPath = '/sign-in',
  more: Record<string, string> = {},
): string => {
  const query = new URLSearchParams({ ...(returnTo !== null && { return_to: returnTo }), ...more }).toString();
  return query === '' ? page : `${page}?${query}`;
};

export const SignInPage = (props: SignInModel & WaysIn): JSX.Element => {
  const { returnTo, purpose, account, passwords } = props;
  const { t, link } = usePresentation();
  const isChoice = account !== null && purpose?.unmet == null;
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="center">
          <h1>{isChoice ? t.signIn.choose : t.signIn.title}</h1>
          {purpose && <ToContinue t={t} client={purpose.client} />}
        </div>
        {isChoice ? (
          <Choice {...props} account={account} />
        ) : (
          <>
            <Reason {...props} />
            <WaysIn {...props} isFirst />
          </>
        )}
      </div>
      {passwords && (
        <p class="note">
          {t.signIn.newHere} <a href={link(signInPath(returnTo, '/sign-up'))}>{t.signIn.createAccount}</a>
        </p>
      )}
    </QuietLayout>
  );
};

/** The account that is signed in, or another one. */
const Choice = ({ account, ...props }: SignInModel & WaysIn & { account: SignedIn }) => {
  const { t, link } = usePresentation();
  return (
    <>
      <AccountChip account={account} />
      <a class="btn primary wide tall" href={link(withChoice(props.returnTo ?? START))}>
        {t.signIn.goOn}
      </a>
      <p class="or">{t.signIn.or}</p>
      <h2>{t.signIn.other}</h2>
      <WaysIn {...props} account={account} isFirst={false} />
    </>
  );
};

const WaysIn = ({ doors, passwords, ...props }: SignInModel & WaysIn & { isFirst: boolean }) => {
  const { t, link } = usePresentation();
  const { returnTo, isFirst } = props;
  const more = isFirst ? {} : { prompt: 'select_account' };
  return (
    <>
      {doors.map((door, at) => (
        <a
          key={doorPath(door)}
          class={isFirst && at === 0 ? 'btn primary wide tall' : 'btn wide tall'}
          href={link(signInPath(returnTo, doorPath(door), more))}
        >
          {t.signIn[isProvider(door) ? 'with' : 'at'](<bdi>{doorName(door)}</bdi>)}
        </a>
      ))}
      {doors.length > 0 && passwords && <p class="or">{t.signIn.or}</p>}
      {passwords && <SignInForm {...props} />}
    </>
  );
};

/** Why the account that is signed in is asked again. */
const Reason = ({ purpose, account }: SignInModel) => {
  const { t } = usePresentation();
  return (
    account !== null &&
    purpose?.unmet != null && (
      <Callout kind="info">{t.signIn.again[purpose.unmet](<ClientName client={purpose.client} />)}</Callout>
    )
  );
};

const SignInForm = ({ returnTo, email, isFirst }: SignInModel & { isFirst: boolean }) => {
  const { t, link, refusal } = usePresentation();
  return (
    <form class="stack tight" action={link('/sign-in')} method="post">
      {returnTo !== null && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        name="email"
        label={t.fields.email}
        value={email}
        input={{
          type: 'email',
          autoComplete: 'username webauthn',
          inputMode: 'email',
          maxLength: 254,
          autoFocus: isFirst && email === '',
        }}
      />
      <PasswordField
        name="password"
        label={t.fields.password}
        error={refusal && errorText(t, refusal)}
        input={{ autoComplete: 'current-password', autoFocus: isFirst && email !== '' }}
        link={<a href={link('/password')}>{t.signIn.forgot}</a>}
      />
      <button class={isFirst ? 'btn primary wide tall' : 'btn wide tall'}>{t.signIn.submit}</button>
    </form>
  );
};

function errorText({ signIn }: Messages, { wrong: { password: reason }, wait = 0 }: Refusal): ComponentChildren {
  if (reason === 'tooMany') return signIn.tooMany(<ClockTime seconds={wait} />);
  return reason === 'busy' ? signIn.busy : signIn.wrong;
}
