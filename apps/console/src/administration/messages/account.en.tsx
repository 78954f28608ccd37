import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** Of the page of one account. */
export const account = {
  numbers: { sessions: 'Browsers signed in', grants: 'Apps with access', applications: 'Applications of its own' },
  identity: 'Identity',
  id: 'Account ID',
  ofId: 'the account ID',
  name: 'Name',
  noName: 'None',
  verified: 'E-mail verified',
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
    text: 'They hold from the next request on, also in sessions that are open.',
    hints: {
      developer: 'Registers applications in the console. Where every account may, this changes nothing.',
      admin: 'Sees and changes everything here. Has to have a password here.',
    },
    confirm: (account: Text): Text => <>Change the roles of {account}?</>,
    given: {
      developer: 'It may register applications.',
      admin: 'It may do everything that you do here: end the access of others, replace keys, give roles.',
    },
    taken: {
      developer: 'It may not register applications any more, nor change those it has: only look at and delete them.',
      admin: 'It may not administer any more, at once, also in sessions that are open.',
    },
    recognise: (id: string, since: Text): Text => (
      <>
        Account {id}, created {since}.
      </>
    ),
    unverified: 'Its e-mail is not verified: somebody else may have signed up with it.',
    change: 'Change them',
    changed: 'The roles are changed.',
  },

  help: 'Help',
  reset: {
    title: 'A new password',
    text: 'Sends a mail with a link that works once, for 30 minutes. The password of now works until then.',
    button: 'Send the mail',
    done: (email: Text): Text => <>A mail is on its way to {email}.</>,
  },
  end: 'End',
  sessions: {
    title: 'Sign it out everywhere',
    text: 'Ends its sessions in all browsers. Apps with access keep it.',
    button: 'End all sessions…',
    confirm: (account: Text): Text => <>Sign {account} out everywhere?</>,
    ends: (count: number) =>
      `${count === 1 ? '1 session ends' : `${count} sessions end`}, at the next request of each browser. Apps with access keep it.`,
    act: 'End all sessions',
    done: 'It is signed out everywhere.',
  },
  grants: {
    title: 'Take the access of all apps back',
    text: 'Each app has to ask again, and the person to allow it again.',
    button: 'End all access…',
    confirm: (account: Text): Text => <>End the access of all apps to {account}?</>,
    ends: (count: number) =>
      `${count === 1 ? '1 app loses' : `${count} apps lose`} access, with all connections and unused codes. Services that read the revocations refuse the tokens within a second, others when they expire. What apps copied before stays with them.`,
    act: 'End all access',
    done: 'No app has access any more.',
  },
  off: {
    title: 'Switch it off',
    text: 'Nobody can sign in to it until it is switched on again.',
    button: 'Switch off…',
    confirm: (account: Text): Text => <>Switch {account} off?</>,
    ends: (sessions: number, grants: number) =>
      `Its sessions (${sessions}) and the access of apps (${grants}) end for good. Services that read the revocations refuse its tokens within a second, and a sign-in is answered like a wrong password. Its own applications stay.`,
    act: 'Switch off',
    done: 'It is switched off. Its sessions and the access of apps have ended.',
    is: (day: string) => `Switched off since ${day}`,
    isText: 'A sign-in is answered like a wrong password. Nobody tells the person why: that is yours to do.',
  },
  on: {
    title: 'Switch it on',
    text: 'It can sign in again. What ended stays ended.',
    button: 'Switch on',
    done: 'It is switched on.',
  },
  close: {
    title: 'Close it',
    text: 'Ends all it has and erases its e-mail and name. It cannot be undone; switching it off can.',
    button: 'Close…',
    confirm: (account: Text): Text => <>Close {account}?</>,
    ends: (sessions: number, grants: number, applications: number) =>
      `Its sessions (${sessions}), the access of apps (${grants}) and its own applications (${applications}) end, these for everybody who uses them. Its e-mail and name are erased. This cannot be undone.`,
    act: 'Close for good',
  },
};
