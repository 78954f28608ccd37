import type { ComponentChildren } from 'preact';
import { account } from './account.en';
import { kinds } from './event-kinds.en';

type Text = ComponentChildren;

export const en = {
  type: (text: Text): Text => <>Type {text} to go on</>,

  refusals: {
    last_administrator:
      'This is the last administrator. Give another account the role first: else nobody could administer this server.',
    own_account: 'This is your own account. Switch it off or close it on its own page, under Profile and sign-in.',
    other_issuer: 'This account signs in at another issuer, whose tokens never carry the role of an administrator.',
  },

  list: {
    count: (count: number, isMore: boolean) => (isMore ? `${count} shown, and there are more` : `${count} in all`),
    more: 'Show more',
    all: 'Show all',
  },

  accounts: {
    title: 'Accounts',
    text: 'Everybody who can sign in here. The newest first, or by the beginning of their e-mail.',
    found: 'Accounts found',
    newest: 'The newest accounts',
    find: 'Find an account by the beginning of its e-mail',
    hint: 'Beginning of the e-mail',
    search: 'Find',
    none: 'No account',
    noMatch: (email: Text): Text => (
      <>No e-mail begins with “{email}”. Accounts of another issuer are found without one.</>
    ),
    noAccount: 'Nobody has signed up yet.',
    columns: { account: 'Account', state: 'State', roles: 'Roles', since: 'Since' },
    on: 'On',
    off: 'Switched off',
    noRole: 'None',
    roles: { developer: 'Developer', admin: 'Administrator' },
  },

  account,

  applications: {
    title: 'All applications',
    text: 'Of all developers, and clients that nobody registered. The newest first.',
    of: (account: Text): Text => <>Those of the account {account}.</>,
    found: 'Applications',
    registeredBy: 'Registered by',
    filters: { all: 'All', developer: 'People', itself: 'Themselves', document: 'Documents' },
    registrars: { developer: 'A person', itself: 'Itself', document: 'Its document' },
    none: 'No application',
    noneText: 'None is registered in this way.',
    columns: { application: 'Application', by: 'Registered by', state: 'State', since: 'Since', actions: 'Actions' },
    types: { confidential: 'With a secret', public: 'Without a secret' },
    on: 'Live',
    off: 'Switched off',
    offByDeveloper: 'Switched off by its developer',
    events: 'Events',
    eventsOf: (name: string) => `Events of ${name}`,
    switchOff: {
      button: 'Switch off…',
      of: (name: string) => `Switch off ${name}`,
      confirm: (name: Text): Text => <>Switch {name} off?</>,
      ends: 'It is refused everywhere, at once; its access tokens within a second by services that read the revocations. Its developer cannot switch it on. What people allowed it is kept, and works again once it is switched on.',
      act: 'Switch off',
      done: (name: Text): Text => <>{name} is switched off.</>,
    },
    switchOn: {
      button: 'Switch on…',
      of: (name: string) => `Switch on ${name}`,
      confirm: (name: Text): Text => <>Switch {name} on?</>,
      ends: 'It works again, with the access that people gave it.',
      act: 'Switch on',
      done: (name: Text): Text => <>{name} is switched on.</>,
    },
    remove: {
      button: 'Delete…',
      of: (name: string) => `Delete ${name}`,
      confirm: (name: Text): Text => <>Delete {name}?</>,
      ends: 'Everybody who allowed it loses it at once: its grants, connections and unused codes end, its secrets stop working, its client ID is gone. This cannot be undone. To stop it for a while, switch it off instead.',
      comesBack: {
        developer: '',
        itself: 'It can register again, with another client ID.',
        document:
          'It is known by a document, and comes back when somebody allows it again. To keep it away, switch it off.',
      },
      act: 'Delete for good',
      done: (name: Text): Text => <>{name} is deleted.</>,
    },
  },

  resources: {
    title: 'Resources and scopes',
    text: 'What applications can ask people for, as this server read it at its start.',
    file: (path: Text): Text => <>From the file {path}. Change it there and start the server again.</>,
    noFile: (name: Text): Text => (
      <>
        {name} is not set: there is one resource, that of the settings. Set it to the path of a file to have your own.
      </>
    ),
    none: 'No resource',
    ofUrl: 'the address',
    columns: { scope: 'Scope', text: 'What people read', ask: 'Ticked at first', claims: 'Claims' },
    ticked: 'Yes',
    sensitive: 'No: sensitive',
    noScopes: 'It has no scopes.',
    more: 'Who may do more',
    clients: {
      client_credentials_clients: 'May act on their own behalf',
      token_exchange_clients: 'May exchange tokens',
      first_party_clients: 'Get the claims of the team without a scope',
      introspection_clients: 'May introspect tokens',
      authorization_details_types: 'Types of authorization_details',
    },
    exchange: (client: Text, from: Text): Text => (
      <>
        {client}, for tokens of {from}
      </>
    ),
    exchanges: 'Exchanges from another resource',
    every: 'Every client',
    nobody: 'None',
  },

  keys: {
    title: 'Signing keys',
    text: 'They sign tokens and change by themselves. Services read the public halves from the JWKS.',
    stats: { now: 'Signing now', next: 'Next', inJwks: 'Keys in the JWKS' },
    since: (day: string) => `since ${day}`,
    announcedOn: (day: string) => `announced on ${day}`,
    noNext: 'None yet',
    lives: 'Lives of the keys',
    from: (from: string, to: string) => `${from} to ${to}. The line is now.`,
    legend: { announce: 'Announced', sign: 'Signs', retire: 'Still trusted' },
    lane: {
      announced: (kid: string, from: string) => `${kid} is announced, and signs from ${from}`,
      signing: (kid: string, from: string) => `${kid} signs since ${from}`,
      retired: (kid: string, until: string) => `${kid} signs no more, and is trusted until ${until}`,
      compromised: (kid: string, at: string) => `${kid} was said to have leaked on ${at}, and is not trusted`,
    },
    all: 'All keys',
    none: 'No key yet',
    columns: { key: 'Key', state: 'State', signs: 'Signs', algorithm: 'Algorithm', until: 'Trusted until' },
    phases: { announced: 'Announced', signing: 'Signing', retired: 'Retiring', compromised: 'Leaked' },
    purposes: { access_token: 'Access tokens', id_token: 'ID tokens' },
    signs: {
      announced: (from: string) => `from ${from}`,
      signing: (from: string) => `since ${from}`,
      retired: (from: string) => `from ${from}, no more`,
      compromised: (from: string) => `from ${from}, no more`,
    },
    stays: 'After its last token',
    notTrusted: (at: string) => `Not since ${at}`,
    leaves: 'A key leaves the JWKS when the last token it signed has expired.',
    events: 'What happened',
    rotate: {
      button: 'Rotate…',
      confirm: 'Announce the next key now?',
      text: 'A new key is announced now, and signs once services had time to read it. No token is refused. Where a key is announced already, nothing happens.',
      act: 'Rotate',
      done: 'The next key is announced.',
    },
    leak: {
      button: 'A key has leaked…',
      confirm: 'End every key, and every token?',
      text: (count: number) =>
        `${count === 1 ? 'The key leaves' : `All ${count} keys leave`} the JWKS, and a new one signs at once. Services that read the revocations refuse access tokens signed before within a second, others once they read the JWKS again. Applications get new tokens by their refresh tokens; nobody signs in anew.`,
      only: 'Only if somebody else may hold a key',
      onlyText: 'To change keys as a habit, use “Rotate”: no token is refused then.',
      typed: 'end all tokens',
      act: 'End them',
      done: 'All keys are replaced. Access tokens signed before are refused.',
    },
    master: {
      title: 'Master key',
      text: 'It seals the signing keys and makes refresh and session tokens. A command replaces it, while no server runs.',
      since: (day: string, days: number) =>
        `The present one since ${day}: ${days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`}`,
    },
  },

  events: {
    title: 'Audit events',
    text: 'What happened on this server, the newest first. Reading is not recorded.',
    filter: 'Show only',
    account: 'About the account',
    client: 'About the application',
    actor: 'Done by the administrator',
    accountHint: 'E-mail or account ID',
    clientHint: 'Client ID',
    noAccount: 'No account has this e-mail.',
    show: 'Show',
    found: 'Events',
    none: 'Nothing happened',
    noneText: 'No event that is kept fits.',
    columns: { when: 'When', what: 'What', about: 'About', by: 'By' },
    ofAccount: 'Account',
    ofClient: 'Application',
    server: 'The server',
    from: (address: Text): Text => <>from {address}</>,
    kinds,
    other: 'Something else',
  },
};
