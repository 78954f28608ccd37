import { Callout } from '#ui/callout';
import type { JSX } from 'preact';
import { AccountLayout } from '../rendering/account-layout';
import type { SignedInAccount } from '../rendering/signed-in';
import { type Door, doorName, isProvider } from '../sign-in/doors';
import { usePresentation } from '../rendering/use-presentation';

/** What the person has just done. */
export const DONE = ['name', 'password', 'mailed'] as const;
export type Done = (typeof DONE)[number];

/** Who one is here, and the ways to change it. */
export const ProfilePage = ({
  account,
  done,
  notices,
  door,
}: {
  account: SignedInAccount;
  done: Done | null;
  /** Whether the mails that it can turn off are on; `null`: it gets none. */
  notices: boolean | null;
  /** Where it is kept, if not here. */
  door: Door | null;
}): JSX.Element => {
  const { t } = usePresentation();
  return (
    <AccountLayout section="account" account={account}>
      <div class="head">
        <div>
          <h1>{t.layout.sections.account}</h1>
        </div>
      </div>
      {done && <Callout kind="ok">{t.profile.done[done]}</Callout>}
      {account.issuer === null ? <Facts account={account} /> : <FactsElsewhere account={account} door={door} />}
      {account.issuer === null && !account.isEmailVerified && <Unverified />}
      {notices !== null && <Notices isOn={notices} isElsewhere={account.issuer !== null} />}
      <DataAndEnd />
    </AccountLayout>
  );
};

/** Without a proof nobody else is held back from the address either. */
const Unverified = () => {
  const { t, link } = usePresentation();
  return (
    <section class="card" aria-labelledby="unverified">
      <header>
        <div>
          <h2 id="unverified">{t.mailed.verify}</h2>
          <p>{t.profile.verifyText}</p>
        </div>
        <form action={link('/account/email/verification')} method="post">
          <button class="btn">{t.profile.sendAgain}</button>
        </form>
      </header>
    </section>
  );
};

const Notices = ({ isOn, isElsewhere }: { isOn: boolean; isElsewhere: boolean }) => {
  const { t, link } = usePresentation();
  const { notices } = t.profile;
  return (
    <section class="card" aria-labelledby="notices">
      <header>
        <div>
          <h2 id="notices">
            {notices.title} <span class={isOn ? 'badge ok' : 'badge warn'}>{isOn ? notices.on : notices.off}</span>
          </h2>
          <p>{isElsewhere ? notices.textElsewhere : `${notices.text} ${notices.always}`}</p>
        </div>
        <form action={link('/account/notices')} method="post">
          <input type="hidden" name="notices" value={isOn ? 'off' : 'on'} />
          <button class="btn">{isOn ? notices.turnOff : notices.turnOn}</button>
        </form>
      </header>
    </section>
  );
};

const Facts = ({ account }: { account: SignedInAccount }) => {
  const { t, link } = usePresentation();
  return (
    <section class="card" aria-label={t.layout.sections.account}>
      <dl class="kv">
        <div>
          <dt>{t.fields.name}</dt>
          <dd>
            <bdi>{account.name}</bdi> <a href={link('/account/name')}>{t.profile.changeName}</a>
          </dd>
        </div>
        <div>
          <dt>{t.fields.email}</dt>
          <dd>
            <bdi>{account.email}</bdi>{' '}
            <span class={account.isEmailVerified ? 'badge ok' : 'badge warn'}>
              {account.isEmailVerified ? t.profile.verified : t.profile.unverified}
            </span>{' '}
            <a href={link('/account/email')}>{t.profile.changeEmail}</a>
          </dd>
        </div>
        <div>
          <dt>{t.fields.password}</dt>
          <dd>
            <a href={link('/account/password')}>{t.profile.changePassword}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
};

const FactsElsewhere = ({ account, door }: { account: SignedInAccount; door: Door | null }) => {
  const { t } = usePresentation();
  const { name, email } = account;
  return (
    <section class="card" aria-label={t.layout.sections.account}>
      {door && (
        <header>
          <div>
            <p>{t.profile.elsewhere(<bdi>{doorName(door)}</bdi>)}</p>
          </div>
          {!isProvider(door) && door.profileUrl !== null && (
            <a class="btn" href={door.profileUrl} rel="noreferrer">
              {t.profile.toProfile}
            </a>
          )}
        </header>
      )}
      <dl class="kv">
        {Object.entries({ name, email }).map(
          ([field, value]) =>
            value !== null && (
              <div key={field}>
                <dt>{t.fields[field as 'name' | 'email']}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
};

const DataAndEnd = () => {
  const { t, link } = usePresentation();
  return (
    <>
      <section class="card" aria-labelledby="own-data">
        <header>
          <div>
            <h2 id="own-data">{t.profile.data}</h2>
            <p>{t.profile.dataText}</p>
          </div>
          <a class="btn" href={link('/account/export')}>
            {t.profile.export}
          </a>
        </header>
      </section>
      <section class="card danger-zone" aria-labelledby="close">
        <header>
          <div>
            <h2 id="close">{t.profile.close}</h2>
            <p>{t.profile.closeText}</p>
          </div>
          <a class="btn" href={link('/account/close')}>
            {t.profile.close}
          </a>
        </header>
      </section>
    </>
  );
};
