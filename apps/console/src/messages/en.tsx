import type { ComponentChildren } from 'preact';
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
      refused: 'This was not done',
      failed: 'Something went wrong at the server',
    },
    text: {
      offline: 'Your device may be offline. What you typed is still here.',
      declined: 'Sign in to go on. What you typed is still here.',
      noRight:
        'This account does not have the role, or no longer. Another administrator can give it, or whoever runs this server.',
      missing: 'It is older than this page. Everything else works; it will be here once the server is updated.',
      refused: 'The server refused it and changed nothing.',
      failed: 'It is not your doing. Try again in a moment.',
    },
    notFound: 'There is nothing here',
    notFoundText: 'It was deleted, or it belongs to another account.',
    request: (id: Text): Text => <>If it stays so, tell whoever runs this server: request {id}</>,
    again: 'Try again',
  },

  version: {
    title: { older: 'This server is older than the console', newer: 'This page is older than the server' },
    text: {
      older: (served: string, builtFor: string) =>
        `The console needs version ${builtFor} of the API, the server has ${served}. Some of what stands here may not work until it is updated.`,
      newer: (served: string, builtFor: string) =>
        `The server has version ${served} of the API, this page was made for ${builtFor}. Load the page again.`,
    },
  },

  signIn: {
    title: 'Sign in again',
    ended: 'Your session has ended. What you typed stays as it is, and goes on afterwards.',
    tooOld: 'You signed in more than ten minutes ago, and this changes what belongs to others. It goes on afterwards.',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    elsewhere: 'Sign in, in another tab',
    isDone: 'I have signed in',
  },

  applications: {
    title: 'Applications',
    text: 'Everything of yours that asks people for access to their data.',
    new: 'New application',
    all: 'All applications',
    none: 'No application yet',
    noneText:
      'Register one to get a client ID. It takes a name and one address to send people back to; everything else can wait.',
    tryFirst: 'Try the flow first',
    find: 'Find an application',
    findHint: 'Name or client ID',
    noMatch: 'None of yours has that name or client ID.',
    columns: { application: 'Application', clientId: 'Client ID', state: 'State', made: 'Registered' },
    live: 'Live',
    off: 'Switched off',
    count: (shown: number, all: number) => `${shown} of ${all}`,
    idsArePublic: 'Client IDs are public. Secrets never are.',
    preview: 'Preview',
    previewHint: 'In a new tab: what people will be asked. Nothing can be allowed there.',
    consent: 'See its consent page',
    consentHint: 'In a new tab, as people see it. What you allow there, your own account allows.',
    unregistered: 'Clients that nobody registers',
    unregisteredText: (issuer: Text): Text => (
      <>
        Clients of the Model Context Protocol and others that bring a metadata document need no entry here. Point them
        at {issuer}.
      </>
    ),
  },

  purposes: {
    server: { name: 'Server app', text: 'Runs on your server, where it can keep a secret.' },
    spa: { name: 'Single-page app', text: 'Runs in the browser and keeps no secret.' },
    native: { name: 'Native app', text: 'Runs on a phone or a computer and keeps no secret.' },
    machine: { name: 'Machine', text: 'A job or a service that acts for itself, without people.' },
    device: { name: 'Device', text: 'A television or a terminal: people type its code elsewhere.' },
    mcp: { name: 'MCP client', text: 'An assistant that calls tools for people. Most register themselves.' },
  },
  kinds: {
    server: 'Server app with a secret',
    spa: 'Single-page app, no secret',
    native: 'Native app, no secret',
    machine: 'Machine, for itself',
    device: 'Device, no secret',
  },

  create: {
    title: 'New application',
    text: 'You can change everything later, except whether it has a secret.',
    purpose: 'What is it?',
    name: 'Name',
    nameHint: 'People read it when they are asked for access.',
    redirectUri: 'Redirect URI',
    redirectUriHint: 'Where people are sent back to. Compared letter by letter.',
    redirectUriOfLoopback: 'On 127.0.0.1 and [::1] any port is taken.',
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
    secretsText: 'Two at a time let you change without a pause: add one, deploy it, then delete the old one.',
    noSecrets: 'No secret',
    noSecretsText: 'Everybody who has the program could read one. It proves itself by PKCE, each time anew.',
    new: 'New secret',
    fresh: 'Copy the new secret now',
    freshText: 'Only a hash of it is kept. Once you leave this page nobody can show it again.',
    leave: 'You have not copied the new secret. Once you leave this page nobody can show it again. Leave it?',
    columns: { secret: 'Secret', used: 'Last used', actions: 'Actions' },
    isNew: 'New',
    ofDay: (day: string) => `Secret of ${day}`,
    notYet: 'Not yet',
    delete: 'Delete',
    deleteOf: (day: string, hint: string) => `Delete the secret of ${day} ${hint}`.trim(),
    hint: 'Ends in',
    count: (count: number) => `${count} of 5. The last one cannot be deleted.`,
    deleteTitle: 'Delete this secret?',
    deleteUsed: (when: string) => `It was last used ${when}. Whatever still uses it is refused at once.`,
    deleteUnused: 'It was never used.',
    redirectUris: 'Redirect URIs',
    redirectUrisText: 'Where people may be sent back to. Compared letter by letter.',
    remove: (uri: string) => `Remove ${uri}`,
    add: 'Add',
    addOne: 'Add one',
  },

  redirectUris: {
    relative: 'Write the whole address, with its scheme: https://app.example.com/callback',
    plainHttp: (
      <>
        Use <b>https</b>. Plain http is for localhost, 127.0.0.1 and [::1] only.
      </>
    ),
    scheme: (
      <>
        Use <b>https</b>. A scheme of its own is for apps without a secret, and contains a dot: com.example.app:/back
      </>
    ),
    fragment: (
      <>
        No <b>#</b>.
      </>
    ),
    wildcard: (
      <>
        No <b>*</b>: list each address.
      </>
    ),
    userName: 'No user name or password before the host.',
    characters: 'No spaces, backslashes or letters beyond ASCII: write them encoded.',
    long: 'Longer than 2,048 characters.',
    same: 'It is there already.',
    parameter: (name: string): Text => (
      <>
        Its query may not hold <b>{name}</b>: the answer brings it.
      </>
    ),
    slash: (other: string): Text => <>It differs from {other} only in a slash at the end: they are different.</>,
  },

  testToken: {
    title: 'In a hurry?',
    text: 'A token for your own account, in one click. It lasts 14 days, and you find it under Apps with access.',
    get: 'Get a test token',
    scopes: 'Which scopes?',
    ready: 'A token for you',
    readyText: 'It stays in this page alone, until you leave it.',
    ofToken: 'the access token',
    mayDo: (scopes: string) => `It may: ${scopes}`,
  },

  usage,

  settings: {
    tab: 'Settings',
    title: 'What people see',
    name: 'Name',
    description: 'Description',
    homepage: 'Home page',
    scopes: 'Scopes',
    scopesText: 'What it may ask people for.',
    everyScope: 'Every scope there is, later ones too',
    profileInIdToken: 'Name and e-mail in ID tokens too, for clients that do not read userinfo',
    security: 'Security',
    securityText: 'Each makes it refuse requests that it took before.',
    flags: {
      require_pkce: 'Refuse requests without PKCE',
      require_client_authentication: 'Want the secret on every refresh too',
      require_pushed_authorization_requests: 'Take pushed requests alone (PAR)',
      require_signed_request_object: 'Take signed requests alone (JAR)',
      dpop_bound_access_tokens: 'Bind tokens to a key (DPoP)',
    },
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    isOff: 'It is switched off',
    isOffText: 'Nobody can allow it anything, and its tokens are refused. Switched on again, it goes on.',
    end: (name: Text): Text => <>Delete {name}</>,
    endText: 'Ends the access that people gave it, at once. It cannot be undone; switching it off can.',
    delete: 'Delete…',
    deleteTitle: (name: Text): Text => <>Delete {name}?</>,
    deleteText:
      'Everybody who allowed it loses it at once: its grants, connections and unused codes end, its secrets stop working, its client ID is gone. This cannot be undone. To stop it for a while, switch it off instead.',
    typeName: (name: Text): Text => <>Type {name} to go on</>,
    deleteForGood: 'Delete for good',
  },

  trying: {
    title: 'Try it',
    text: 'The authorization-code flow, step by step, with each request and answer as they are.',
    again: 'Start again',
    begin: 'Six steps, from the question to a refused replay',
    beginText:
      'The first time an application of your own is registered, called Sandbox: nothing that is in use is changed. Codes and tokens stay in this page alone.',
    start: 'Start',
    steps: {
      ask: {
        name: 'Ask for access',
        short: 'With PKCE',
        text: 'The application sends the browser here. It keeps a random verifier, and sends the hash of it. The answer is what the consent page shows.',
      },
      decide: {
        name: 'Decide',
        short: 'As the person',
        text: 'What “Allow” does. The answer leads back to the application with a code; the application compares the state with its own.',
      },
      exchange: {
        name: 'Get tokens',
        short: 'Code for tokens',
        text: 'The application proves with the verifier that it asked in step 1. A code works once.',
      },
      call: {
        name: 'Call the service',
        short: 'With the access token',
        text: 'Send this from a terminal, at a path that the service has: a page of this server calls no other.',
      },
      refresh: {
        name: 'Refresh',
        short: 'A new pair',
        text: 'Each refresh token works once, and brings the next one.',
      },
      replay: {
        name: 'Use the old one again',
        short: 'And see it refused',
        text: 'Whoever sends a used refresh token may have stolen it: it is refused, and all tokens of this connection end.',
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
    goOn: 'Go on',
    request: 'The request',
    answer: 'The answer',
    showAs: 'Show as',
    formats: { http: 'HTTP', curl: 'curl', node: 'Node.js' },
    past: 'What happened so far',
    token: 'The access token',
    tokenText: 'Decoded here, in your browser.',
    signed: 'Signature is right',
    unsigned: 'Signature is wrong',
    over: 'That is the whole flow',
    overText: 'The replay was refused, and the connection has ended. Register your own application, or start again.',
  },
};
