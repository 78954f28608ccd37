import type { ComponentChildren } from 'preact';
import { fields, redirectUris } from './fields.en';
import { usage } from './usage.en';

type Text = ComponentChildren;

export const en = {
  cancel: 'Cancel',
  administration: 'Administration',
  loading: 'Loading',
  saved: 'Saved',
  save: 'Save',

  copy: { label: (of: string) => `Copy ${of}`, copy: 'Copy', copied: 'Copied' },

  failures: {
    title: {
      offline: 'The server cannot be reached',
      declined: 'You did not sign in',
      noRight: 'You are not an administrator',
      missing: 'This server does not have this yet',
      refused: 'This couldn’t be saved',
      failed: 'Something went wrong on the server',
    },
    text: {
      offline: 'Your device may be offline. What you typed is still here.',
      declined: 'Sign in to continue. What you typed is still here.',
      noRight:
        'This account is not an administrator. Another one, or the people who run this server, can give the role.',
      missing: 'The server is older than this page. Everything else works; this will once the server is updated.',
      refused: 'The server refused it and changed nothing.',
      failed: 'It is not your fault. Try again in a moment.',
    },
    notFound: 'Nothing here',
    notFoundText: 'It was deleted, or it belongs to another account.',
    request: (id: Text): Text => (
      <>If it keeps happening, give this number to the people who run this server: request {id}</>
    ),
    again: 'Try again',
  },

  version: {
    title: { older: 'This server is older than the console', newer: 'This page is older than the server' },
    text: {
      older: (served: string, builtFor: string) =>
        `The console needs version ${builtFor} of the API, the server has ${served}. Parts of this page may not work until the server is updated.`,
      newer: (served: string, builtFor: string) =>
        `The server has version ${served} of the API, this page was built for ${builtFor}. Reload the page.`,
    },
  },

  signIn: {
    title: 'Sign in again',
    ended: 'Your session has ended. What you typed is kept, and is sent once you have signed in.',
    tooOld: 'You signed in over ten minutes ago, and this affects others. It continues once you have signed in.',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    elsewhere: 'Sign in in another tab',
    isDone: 'I have signed in',
  },

  applications: {
    title: 'Applications',
    text: 'Your applications that ask users for access to their data.',
    new: 'New application',
    all: 'All applications',
    none: 'No application yet',
    noneText: 'Register one to get a client ID. It needs a name and one address to send users back to.',
    tryFirst: 'Try the flow first',
    find: 'Find an application',
    findHint: 'Name or client ID',
    noMatch: 'You have no application with that name or client ID.',
    columns: { application: 'Application', kind: 'Kind', people: 'People with access', used: 'Last used' },
    people: (count: number, isAtLeast: boolean) => `${count.toLocaleString('en-GB')}${isAtLeast ? ' or more' : ''}`,
    notYet: 'Not yet',
    notLately: 'Not in the last 90 days',
    off: 'Switched off',
    count: (shown: number, all: number) => `${shown} of ${all}`,
    preview: 'Preview',
    previewHint: 'In a new tab: what users will see. Nothing can be allowed there.',
    consent: 'See its consent page',
    consentHint: 'In a new tab, as users see it. What you allow there is allowed for your own account.',
    unregistered: 'Clients that need no registration',
    unregisteredText: (issuer: Text): Text => (
      <>MCP clients and others that have a metadata document need no entry here. Point them at {issuer}.</>
    ),
  },

  purposes: {
    server: { name: 'Server app', text: 'Runs on your server, where it can keep a secret.' },
    spa: { name: 'Single-page app', text: 'Runs in the browser and keeps no secret.' },
    native: { name: 'Native app', text: 'Runs on a phone or a computer and keeps no secret.' },
    machine: { name: 'Machine', text: 'A job or service that acts on its own behalf, without users.' },
    device: { name: 'Device', text: 'A TV or a terminal: users enter its code on another device.' },
    mcp: { name: 'MCP client', text: 'An assistant that calls tools for its users. Most register themselves.' },
  },
  kinds: {
    server: 'Server app with a secret',
    spa: 'Single-page app, no secret',
    native: 'Native app, no secret',
    machine: 'Machine, on its own behalf',
    device: 'Device, no secret',
  },

  create: {
    title: 'New application',
    text: 'You can change everything later, except whether it has a secret.',
    purpose: 'What kind of application is it?',
    name: 'Name',
    nameHint: 'Users see it when they are asked for access.',
    redirectUri: 'Redirect URI',
    redirectUriHint: 'Where users are sent back to. Must match exactly.',
    redirectUriOfLoopback: 'On 127.0.0.1 and [::1], any port is allowed.',
    scopes: 'What may it do on its own behalf?',
    register: 'Register',
  },

  credentials: {
    tab: 'Credentials',
    identity: 'Identity',
    clientId: 'Client ID',
    issuer: 'Issuer',
    metadata: 'Metadata',
    ofClientId: 'the client ID',
    ofIssuer: 'the issuer',
    ofMetadata: 'the metadata address',
    ofSecret: 'the secret',
    secrets: 'Client secrets',
    secretsText: 'Replace a secret without downtime: the old one works for 24 more hours.',
    noSecrets: 'No secret',
    noSecretsText: 'Anyone who has the program could read a secret. It uses PKCE instead.',
    new: 'New secret',
    fresh: 'Copy the new secret now',
    freshText: 'Only a hash of it is stored. Once you leave this page, it can’t be shown again.',
    leave: 'You have not copied the new secret. Once you leave this page, it can’t be shown again. Leave anyway?',
    columns: { secret: 'Secret', used: 'Last used', actions: 'Actions' },
    isNew: 'New',
    ofDay: (day: string) => `Secret of ${day}`,
    ends: (when: string) => `Ends ${when}`,
    ended: (when: string) => `Ended ${when}`,
    stillUsed: 'Still in use',
    notYet: 'Not yet',
    name: 'Name (optional)',
    nameHint: 'Where it is used, for example “server in Frankfurt”.',
    create: 'Create secret',
    replace: 'Replace',
    replaceOf: (name: string, hint: string) => `Replace ${name} ${hint}`.trim(),
    replaceTitle: 'Replace this secret?',
    replaceText: 'You get a new secret now. The old one works for 24 more hours, then it is refused.',
    delete: 'Delete',
    deleteOf: (name: string, hint: string) => `Delete ${name} ${hint}`.trim(),
    hint: 'Ends in',
    count: (count: number) => `${count} of 5. At least one secret that does not expire always remains.`,
    deleteTitle: 'Delete this secret?',
    deleteUsed: (when: string) => `It was last used ${when}. Anything that still uses it is refused at once.`,
    deleteUnused: 'It was never used.',
    redirectUris: 'Redirect URIs',
    redirectUrisText: 'Where users may be sent back to. Must match exactly.',
    remove: (uri: string) => `Remove ${uri}`,
    add: 'Add',
    addOne: 'Add one',
  },

  fields,
  redirectUris,

  quickStart: {
    title: 'Quick start',
    text: 'The first sign-in and the first call, with the values of this application.',
    tool: 'Show it for',
    tools: { node: 'Node.js', nest: 'NestJS', curl: 'curl' },
    shell: 'In your shell',
    file: (name: string) => `Save as ${name}`,
    secretHere: 'Your new secret, as long as it is on this page',
    secretElsewhere: 'The secret that you stored',
    ofShell: 'the lines for the shell',
  },

  testToken: {
    title: 'In a hurry?',
    text: 'A token for your own account, in one click. It is no consent, and is listed under Apps with access.',
    get: 'Get a test token',
    more: 'Scopes and lifetime',
    resource: 'Resource',
    oneResource: 'A token is for one resource.',
    scopes: 'Scopes',
    lasts: 'Lifetime',
    anHour: 'One hour',
    asUsual: 'As long as its other tokens, with a refresh token',
    ready: 'Your test token',
    readyText: 'It is kept on this page only, until you leave it.',
    ofToken: 'the access token',
    mayDo: (scopes: string) => `It can: ${scopes}`,
  },

  usage,

  logo: {
    title: 'Logo',
    file: 'Image file',
    hint: 'PNG, JPEG or WebP, at most 64 KB and 1024 × 1024 pixels. Users see it beside the name.',
    remove: 'Remove the logo',
  },

  settings: {
    tab: 'Settings',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    isOff: 'It is switched off',
    isOffText: 'Users cannot give it access, and its tokens are refused. Switch it on to undo that.',
    end: (name: Text): Text => <>Delete {name}</>,
    endText: 'Ends at once all access that users gave it. This can’t be undone; switching it off can.',
    delete: 'Delete…',
    deleteTitle: (name: Text): Text => <>Delete {name}?</>,
    deleteText:
      'All users lose it at once: its grants, connections and unused codes end, its secrets stop working, and its client ID is gone. This can’t be undone. To stop it for a while, switch it off instead.',
    typeName: (name: Text): Text => <>Type {name} to continue</>,
    deleteForGood: 'Delete permanently',
  },

  trying: {
    title: 'Try it',
    text: 'The authorization code flow, step by step, with every request and response as sent.',
    again: 'Start again',
    begin: 'Six steps, from the request to a refused replay',
    beginText:
      'The first time, this registers an application of yours called Sandbox, so nothing in use is changed. Codes and tokens are kept on this page only.',
    start: 'Start',
    steps: {
      ask: {
        name: 'Ask for access',
        short: 'With PKCE',
        text: 'The application sends the browser here. It keeps a random verifier and sends its hash. The response is what the consent page shows.',
      },
      decide: {
        name: 'Decide',
        short: 'As the user',
        text: 'What “Allow” does. The response returns to the application with a code; the application compares the state with its own.',
      },
      exchange: {
        name: 'Get tokens',
        short: 'Code for tokens',
        text: 'With the verifier, the application proves that it started step 1. A code works once.',
      },
      call: {
        name: 'Call the service',
        short: 'With the access token',
        text: 'Send this from a terminal, to a path that the service has: pages of this server call no other server.',
      },
      refresh: {
        name: 'Refresh',
        short: 'A new pair',
        text: 'Each refresh token works once and returns the next one.',
      },
      replay: {
        name: 'Use the old one again',
        short: 'And see it refused',
        text: 'A used refresh token may have been stolen: it is refused, and all tokens of this connection end.',
      },
    },
    sends: {
      ask: 'Send it',
      decide: 'Allow',
      exchange: 'Send it',
      refresh: 'Send it',
      replay: 'Send the old one',
    },
    mistakes: {
      verifier: 'With a wrong verifier',
      redirectUri: 'With another redirect URI',
      codeAgain: 'Send the code again',
    },
    goOn: 'Continue',
    request: 'Request',
    answer: 'Response',
    showAs: 'Show as',
    formats: { http: 'HTTP', curl: 'curl', node: 'Node.js' },
    past: 'So far',
    token: 'Access token',
    tokenText: 'Decoded here, in your browser.',
    signed: 'Signature is valid',
    unsigned: 'Signature is invalid',
    over: 'That is the whole flow',
    overText: 'The replay was refused, and the connection has ended. Register your own application, or start again.',
  },
};

/** What a language has to say. */
export type Messages = typeof en;
