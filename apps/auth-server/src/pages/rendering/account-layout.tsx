import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from './brand-name';
import { Icon, type IconName } from './icons';
import { PreferencesForm } from './preferences-form';
import { Tile } from './tile';
import { usePresentation } from './use-presentation';

/** Of pages in this layout: files of `assets/`. */
export const ACCOUNT_SHEETS = ['account.css'];

export type Section =
  | ('account' | 'apps' | 'sessions' | 'history')
  | ('applications' | 'try' | 'reference')
  | ('accounts' | 'allApplications' | 'resources' | 'keys' | 'events');

export interface SignedIn {
  name: string | null;
  email: string | null;
  isAdministrator?: boolean;
}

interface Group {
  title: 'yourAccount' | 'developers' | 'administration';
  sections: readonly { section: Section; icon: IconName; path: string }[];
}

const GROUPS: readonly Group[] = [
  {
    title: 'yourAccount',
    sections: [
      { section: 'account', icon: 'user', path: '/account' },
      { section: 'apps', icon: 'plug', path: '/account/apps' },
      { section: 'sessions', icon: 'laptop', path: '/account/sessions' },
      { section: 'history', icon: 'list', path: '/account/history' },
    ],
  },
  {
    title: 'developers',
    sections: [
      { section: 'applications', icon: 'grid', path: '/console/applications' },
      { section: 'try', icon: 'play', path: '/console/try' },
      { section: 'reference', icon: 'book', path: '/docs' },
    ],
  },
];

const ADMINISTRATION: Group = {
  title: 'administration',
  sections: [
    { section: 'accounts', icon: 'users', path: '/admin/accounts' },
    { section: 'allApplications', icon: 'grid', path: '/admin/applications' },
    { section: 'resources', icon: 'layers', path: '/admin/resources' },
    { section: 'keys', icon: 'key', path: '/admin/keys' },
    { section: 'events', icon: 'list', path: '/admin/events' },
  ],
};

const groupsFor = ({ isAdministrator }: SignedIn) => (isAdministrator ? [...GROUPS, ADMINISTRATION] : GROUPS);

export interface Place {
  section: Section;
}

/** The pages about one's own account, with a way between them. */
export const AccountLayout = ({
  account,
  children,
  ...place
}: Place & { account: SignedIn; children: ComponentChildren }): JSX.Element => {
  const { t } = usePresentation();
  return (
    <>
      <a class="skip" href="#main">
        {t.layout.skip}
      </a>
      <div class="app">
        <TopMenu {...place} account={account} />
        <Side {...place} account={account} />
        <main class="main" id="main">
          {children}
          <PreferencesForm hasTheme />
        </main>
      </div>
    </>
  );
};

const Links = ({ section, title, sections }: Place & Group) => {
  const { t, link, brand } = usePresentation();
  return (
    <>
      {sections.map(({ section: other, icon, path }) => (
        <a key={other} href={link(path)} aria-current={other === section ? 'page' : undefined}>
          <Icon name={icon} />
          {t.layout.sections[other]}
        </a>
      ))}
      {title === 'developers' && brand.docsUrl !== null && (
        <a href={brand.docsUrl}>
          <Icon name="book" />
          {t.layout.ownDocs(brand.name)}
        </a>
      )}
    </>
  );
};

/** On narrow screens; it opens without scripts. */
const TopMenu = ({ account, ...place }: Place & { account: SignedIn }) => {
  const { t, link } = usePresentation();
  return (
    <div class="top">
      <details>
        <summary>
          <span class="brand">
            <BrandName />
          </span>
          <Icon name="menu" />
          <span class="vh">{t.layout.menu}</span>
        </summary>
        <nav aria-label={t.layout.menu}>
          {groupsFor(account).map((group) => (
            <Links key={group.title} {...place} {...group} />
          ))}
          <a href={link('/sign-out')}>{t.layout.signOut}</a>
        </nav>
      </details>
    </div>
  );
};

const Side = ({ account, ...place }: Place & { account: SignedIn }) => {
  const { t, link } = usePresentation();
  return (
    <aside class="side">
      <div>
        <a class="brand" href={link('/')}>
          <BrandName />
        </a>
        <nav aria-label={t.layout.menu}>
          {groupsFor(account).map((group) => (
            <div key={group.title}>
              <h2>{t.layout[group.title]}</h2>
              {<Links {...place} {...group} />}
            </div>
          ))}
        </nav>
        <AccountChip account={account} class="me">
          <a class="btn quiet slim" href={link('/sign-out')}>
            {t.layout.signOut}
          </a>
        </AccountChip>
      </div>
    </aside>
  );
};

/** Whose account it is. */
export const AccountChip = ({
  account: { name, email },
  class: more = '',
  children,
}: {
  account: SignedIn;
  class?: string;
  children?: ComponentChildren;
}): JSX.Element => (
  <div class={`account ${more}`.trim()}>
    <Tile name={name ?? email ?? '?'} shape="round" />
    <div>
      <b>
        <bdi>{name ?? email}</bdi>
      </b>
      {name !== null && <span class="mail">{email}</span>}
    </div>
    {children}
  </div>
);
