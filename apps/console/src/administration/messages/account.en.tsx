import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** Of the page of one account. */
export const account = {
  numbers: { sessions: 'Browsers signed in', grants: 'Apps with access', applications: 'Own applications' },
  identity: 'Identity',
  id: 'Account ID',
  ofId: 'the account ID',
  name: 'Name',
  noName: 'None',
  verified: 'Email verified',
  notVerified: 'Not yet',
  signsIn: 'Signs in',
  here: 'With a password, here',
  at: (issuer: Text, subject: Text): Text => (
    <>
      At {issuer}, as {subject}
    </>
  ),
  since: 'Since',
  events: 'Its events',
  applications: 'Its applications',

  roles: {
    title: 'Roles',
    text: 'They apply from the next request on, in open sessions too.',
    hints: {
      developer: 'Can register applications in the console. Has no effect where every account can.',
      admin: 'Can see and change everything here. Must have a password here.',
    },
    confirm: (account: Text): Text => <>Change the roles of {account}?</>,
    given: {
      developer: 'It can register applications.',
      admin: 'It can do everything that you can do here: end others’ access, replace keys, give roles.',
    },
    taken: {
      developer: 'It can no longer register or change applications: only view and delete its own.',
      admin: 'It can no longer administer this server, from now on and in open sessions too.',
    },
    recognise: (id: string, since: Text): Text => (
      <>
        Account {id}, created {since}.
      </>
    ),
    unverified: 'Its email is not verified: someone else may have signed up with it.',
    change: 'Change roles',
    changed: 'Roles changed.',
  },

  help: 'Help',
  reset: {
    title: 'Reset the password',
    text: 'Sends an email with a link that works once, for 30 minutes. The current password works until a new one is set.',
    button: 'Send the email',
    done: (email: Text): Text => <>An email is on its way to {email}.</>,
  },
  end: 'End',
  sessions: {
    title: 'Sign out everywhere',
    text: 'Ends its sessions in all browsers. Apps keep their access.',
    button: 'End all sessions…',
    confirm: (account: Text): Text => <>Sign {account} out everywhere?</>,
    ends: (count: number) =>
      `${count === 1 ? '1 session ends' : `${count} sessions end`}, at the next request of each browser. Apps keep their access.`,
    act: 'End all sessions',
    done: 'It is signed out everywhere.',
  },
  grants: {
    title: 'End access for all apps',
    text: 'Each app has to ask again, and the user has to allow it again.',
    button: 'End all access…',
    confirm: (account: Text): Text => <>End access to {account} for all apps?</>,
    ends: (count: number) =>
      `${count === 1 ? '1 app loses' : `${count} apps lose`} access, with all connections and unused codes. Services that read the revocations refuse the tokens within a second, others when they expire. Apps keep what they have already copied.`,
    act: 'End all access',
    done: 'No app has access now.',
  },
  off: {
    title: 'Switch off',
    text: 'Nobody can sign in to it until it is switched on again.',
    button: 'Switch off…',
    confirm: (account: Text): Text => <>Switch {account} off?</>,
    ends: (sessions: number, grants: number) =>
      `Its sessions (${sessions}) and the access of apps (${grants}) end for good. Services that read the revocations refuse its tokens within a second, and signing in fails as if the password were wrong. Its own applications stay.`,
    act: 'Switch off',
    done: 'It is switched off. Its sessions and the access of apps have ended.',
    is: (day: string) => `Switched off since ${day}`,
    isText: 'Signing in fails as if the password were wrong. The user is not told why: telling them is up to you.',
  },
  on: {
    title: 'Switch on',
    text: 'It can sign in again. What ended stays ended.',
    button: 'Switch on',
    done: 'It is switched on.',
  },
  close: {
    title: 'Close the account',
    text: 'Ends everything it has and erases its email and name. This can’t be undone; switching it off can.',
    button: 'Close…',
    confirm: (account: Text): Text => <>Close {account}?</>,
    ends: (sessions: number, grants: number, applications: number) =>
      `Its sessions (${sessions}), the access of apps (${grants}) and its own applications (${applications}) end, the applications for all their users. Its email and name are erased. This can’t be undone.`,
    act: 'Close permanently',
  },
};
