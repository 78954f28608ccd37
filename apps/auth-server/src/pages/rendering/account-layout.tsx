import { Icon, type IconName } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { ComponentChildren, JSX } from 'preact';
import { Frame } from './frame';
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
  const { t, link } = usePresentation();
  // By `data-group` the console finds the links, to mark that of the section it shows (apps/console/src/frame.ts).
  const groupsWith = (titleOf: (group: Group) => ComponentChildren) =>
    groupsFor(account).map((group) => (
      <div key={group.title} data-group={group.title}>
        {titleOf(group)}
        <Links {...place} {...group} />
      </div>
    ));
  const side = groupsWith(({ title }) => <h2>{t.layout[title]}</h2>);
  const menu = (
    <>
      {groupsWith(() => null)}
      <a href={link('/sign-out')}>{t.layout.signOut}</a>
    </>
  );
  const foot = (
    <AccountChip account={account} class="me">
      <a class="btn quiet slim" href={link('/sign-out')}>
        {t.layout.signOut}
      </a>
    </AccountChip>
  );
  return <Frame {...{ side, menu, foot }}>{children}</Frame>;
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
