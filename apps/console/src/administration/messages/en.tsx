import type { ComponentChildren } from 'preact';
import { account } from './account.en';
import { one } from './application.en';
import { kinds } from './event-kinds.en';

type Text = ComponentChildren;

export const en = {
  type: (text: Text): Text => <>Type {text} to continue</>,

  refusals: {
    last_administrator:
      'This is the last administrator. Give another account the role first, or the server would have none.',
    own_account: 'This is your own account. Switch it off or close it on its own page, under Profile and sign-in.',
    other_issuer: 'This account signs in at another issuer, whose tokens never carry the administrator role.',
  },

  list: {
    count: (count: number, isMore: boolean) => (isMore ? `${count} shown, and there are more` : `${count} in all`),
    more: 'Show more',
    all: 'Show all',
  },

  accounts: {
    title: 'Accounts',
    text: 'Everyone who can sign in here. Newest first, or by the start of their email.',
    found: 'Accounts found',
    newest: 'The newest accounts',
    find: 'Find an account by the start of its email',
    hint: 'Start of the email',
    search: 'Find',
    none: 'No account',
    noMatch: (email: Text): Text => <>No email starts with “{email}”. Accounts of another issuer have none here.</>,
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
    text: 'Applications of all developers, and clients that registered themselves. Newest first.',
    of: (account: Text): Text => <>Applications of the account {account}.</>,
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
    switchOff: {
      button: 'Switch off…',
      of: (name: string) => `Switch off ${name}`,
      confirm: (name: Text): Text => <>Switch {name} off?</>,
      ends: 'The server refuses it at once, and services that read the revocations refuse its access tokens within a second. Its developer cannot switch it on. Users’ consent is kept, and works again once you switch it on.',
      act: 'Switch off',
      done: (name: Text): Text => <>{name} is switched off.</>,
    },
    switchOn: {
      button: 'Switch on…',
      of: (name: string) => `Switch on ${name}`,
      confirm: (name: Text): Text => <>Switch {name} on?</>,
      ends: 'It works again, with the access that users gave it.',
      act: 'Switch on',
      done: (name: Text): Text => <>{name} is switched on.</>,
    },
    remove: {
      button: 'Delete…',
      of: (name: string) => `Delete ${name}`,
      confirm: (name: Text): Text => <>Delete {name}?</>,
      ends: 'All users lose it at once: its grants, connections and unused codes end, its secrets stop working, and its client ID is gone. This can’t be undone. To stop it for a while, switch it off instead.',
      comesBack: {
        developer: '',
        itself: 'It can register again, with another client ID.',
        document:
          'It is known by its metadata document, and comes back when a user allows it again. To block it, switch it off.',
      },
      act: 'Delete permanently',
      done: (name: Text): Text => <>{name} is deleted.</>,
    },
    one,
  },

  resources: {
    title: 'Resources and scopes',
    text: 'What applications can ask users for, as this server read it when it started.',
    file: (path: Text): Text => <>From the file {path}. Change it there and restart the server.</>,
    noFile: (name: Text): Text => (
      <>
        {name} is not set, so there is one resource, from the settings. To define your own, set it to the path of a
        file.
      </>
    ),
    none: 'No resource',
    ofUrl: 'the address',
    columns: { scope: 'Scope', text: 'What users read', ask: 'Ticked by default', claims: 'Claims' },
    ticked: 'Yes',
    sensitive: 'No: sensitive',
    noScopes: 'It has no scopes.',
    more: 'Clients with more rights',
    clients: {
      client_credentials_clients: 'May act on their own behalf',
      token_exchange_clients: 'May exchange tokens',
      first_party_clients: 'Get your own claims without a scope',
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
    text: 'They sign tokens and rotate automatically. Services read the public keys from the JWKS.',
    stats: { now: 'Signing now', next: 'Next', inJwks: 'Keys in the JWKS' },
    since: (day: string) => `since ${day}`,
    announcedOn: (day: string) => `announced on ${day}`,
    noNext: 'None yet',
    lives: 'Key lifetimes',
    from: (from: string, to: string) => `${from} to ${to}. The line marks today.`,
    legend: { announce: 'Announced', sign: 'Signs', retire: 'Still trusted' },
    lane: {
      announced: (kid: string, from: string) => `${kid} is announced, and signs from ${from}`,
      signing: (kid: string, from: string) => `${kid} signs since ${from}`,
      retired: (kid: string, until: string) => `${kid} no longer signs, and is trusted until ${until}`,
      compromised: (kid: string, at: string) => `${kid} was reported leaked on ${at}, and is not trusted`,
    },
    all: 'All keys',
    none: 'No key yet',
    columns: { key: 'Key', state: 'State', signs: 'Signs', algorithm: 'Algorithm', until: 'Trusted until' },
    phases: { announced: 'Announced', signing: 'Signing', retired: 'Retiring', compromised: 'Leaked' },
    purposes: { access_token: 'Access tokens', id_token: 'ID tokens' },
    signs: {
      announced: (from: string) => `from ${from}`,
      signing: (from: string) => `since ${from}`,
      retired: (from: string) => `from ${from}, no longer`,
      compromised: (from: string) => `from ${from}, no longer`,
    },
    stays: 'After its last token',
    notTrusted: (at: string) => `Not since ${at}`,
    leaves: 'A key leaves the JWKS when the last token it signed has expired.',
    events: 'What happened',
    rotate: {
      button: 'Rotate…',
      confirm: 'Announce the next key now?',
      text: 'A new key is announced now, and signs once services have had time to read it. No token is refused. If a key is already announced, nothing happens.',
      act: 'Rotate',
      done: 'The next key is announced.',
    },
    leak: {
      button: 'A key has leaked…',
      confirm: 'End every key, and every token?',
      text: (count: number) =>
        `${count === 1 ? 'The key leaves' : `All ${count} keys leave`} the JWKS, and a new one signs at once. Services that read the revocations refuse access tokens signed before within a second, others once they read the JWKS again. Applications get new tokens with their refresh tokens; users stay signed in.`,
      only: 'Only if someone else may have a key',
      onlyText: 'For a routine change of keys, use “Rotate”: it refuses no token.',
      typed: 'end all tokens',
      act: 'End them',
      done: 'All keys are replaced. Access tokens signed before are refused.',
    },
    master: {
      title: 'Master key',
      text: 'It encrypts the signing keys and creates refresh and session tokens. A command replaces it while no server is running.',
      since: (day: string, days: number) =>
        `In use since ${day}: ${days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`}`,
    },
  },

  events: {
    title: 'Audit events',
    text: 'What happened on this server, newest first. Reading is not recorded.',
    filter: 'Show only',
    filters: {
      kind: { label: 'What happened', hint: 'One kind of event', wrong: 'This server does not know this kind.' },
      account_id: { label: 'About the account', hint: 'Email or account ID', wrong: 'No account has this email.' },
      client_id: { label: 'About the application', hint: 'Client ID', wrong: 'This is not a client ID.' },
      actor_id: {
        label: 'Done by the administrator',
        hint: 'Email or account ID',
        wrong: 'No account has this email.',
      },
      from: { label: 'From', hint: 'The first day', wrong: 'Choose a day.' },
      to: { label: 'To', hint: 'The last day', wrong: 'Choose a day that is not before the first.' },
    },
    everyKind: 'Everything',
    reset: 'Reset filters',
    onlyAccount: 'Only this account',
    onlyApplication: 'Only this application',
    accountGone: 'Closed or unknown',
    applicationGone: 'Deleted or unknown',
    show: 'Show',
    found: 'Events',
    none: 'No events',
    noneText: 'No recorded event matches these filters.',
    noneYet: 'Nothing has been recorded yet.',
    columns: { when: 'When', what: 'What', about: 'About', by: 'By' },
    server: 'The server',
    from: (address: Text): Text => <>from {address}</>,
    kinds,
    other: 'Something else',
  },
};

/** What a language has to say to administrators. */
export type Messages = typeof en;
