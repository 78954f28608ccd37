import type { ComponentChildren } from 'preact';
import type { AccountMailTexts } from '../../model/accounts/mails/account-mail-texts';

type Text = ComponentChildren;

/** Sections by page. A text with something in it is a function; what strangers wrote comes in isolated (`<bdi>`). */
export const messages = {
  name: 'English',

  apps: {
    lead: 'You gave these apps access to parts of your account. Remove those you no longer use: their access ends everywhere within a second.',
    notChecked: 'Not checked',
    program: 'a program on one of your devices',
    moreHosts: (count: number): string => `${count} more`,
    used: (ago: Text): Text => <>used {ago}</>,
    neverUsed: 'not used yet',
    unusedFor: (days: number): string => `not used for ${days} days`,
    usedSince: (ago: Text, since: Text): Text => (
      <>
        Used {ago} · since {since}
      </>
    ),
    may: 'It may',
    narrow: 'Remove some permissions',
    narrowHint: 'Untick what it should no longer do. It loses those permissions within a second and keeps the rest.',
    keeps: (app: string): string => `What ${app} keeps`,
    keep: 'Keep only what is ticked',
    nothingKept: 'Keep at least one, or remove the access.',
    connections: (count: number, isMost: boolean): string =>
      isMost ? `The newest ${count} connections` : count === 1 ? '1 connection' : `${count} connections`,
    noConnection: 'None at the moment. It may connect again.',
    testToken: 'Test token',
    allowedIn: (browser: string): string => `Allowed in ${browser}`,
    allowedForProgram: (browser: string): string => `Allowed in ${browser}, for a program there`,
    end: 'End',
    endOf: (connection: string, app: string): string => `End: ${connection}, ${app}`,
    actFor: 'Other apps that use this access',
    actsAt: (app: Text, resource: Text): Text => (
      <>
        {app} at {resource}
      </>
    ),
    endsByItself: (day: Text): Text => <>If unused, this access expires on {day}.</>,
    remove: 'Remove access',
    removeOf: (app: string): string => `Remove access for ${app}`,
    removeQuestion: (app: Text): Text => <>Remove access for {app}?</>,
    removeText: (app: Text): Text => (
      <>
        Within a second it can no longer do what you allowed, on any device. It keeps what it has already copied: ask{' '}
        {app} to delete that.
      </>
    ),
    removeDelegations: 'Other apps that use this access lose it too.',
    endsNow: 'Ends now',
    keepIt: 'Keep it',
    removed: (app: Text): Text => <>{app} can no longer access your account</>,
    endedWith: (connections: number, codes: number): string =>
      `${connections === 1 ? '1 connection' : `${connections} connections`} and ${codes === 1 ? '1 unused code' : `${codes} unused codes`} ended.`,
    lastUsed: (day: Text): Text => <>It was last used on {day}.</>,
    ended: (app: Text): Text => <>The connection of {app} has ended</>,
    narrowed: (app: Text): Text => <>{app} can now do only what is listed below</>,
    gone: 'That access has already ended.',
    none: 'No app has access',
    noneText:
      'Apps and devices that you allow to use parts of your account appear here, and you can remove their access here.',
    count: (count: number): string => (count === 1 ? '1 app' : `${count} apps`),
    before: 'Access you gave and removed earlier',
  },

  browsers: {
    unknown: 'an unknown browser',
    on: (browser: string, system: string): string => `${browser} on ${system}`,
  },

  layout: {
    language: 'Language',
    menu: 'Menu',
    refused: (title: string): string => `Error: ${title}`,
    skip: 'Skip to content',
    signOut: 'Sign out',
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    yourAccount: 'Your account',
    sections: {
      account: 'Profile and sign-in',
      apps: 'Apps with access',
      sessions: 'Where you are signed in',
      history: 'History',
      applications: 'Applications',
      try: 'Try it',
      reference: 'API reference',
      accounts: 'Accounts',
      allApplications: 'All applications',
      resources: 'Resources and scopes',
      keys: 'Signing keys',
      events: 'Audit events',
    },
    ownDocs: (brand: string): string => `${brand} API docs`,
    developers: 'Developers',
    administration: 'Administration',
  },

  console: {
    needsScript: 'The console needs JavaScript',
    needsScriptText:
      'JavaScript is switched off in your browser. You can also do everything here through the API: see the API reference.',
    missing: 'The console has not been built',
    missingText: (command: Text): Text => (
      <>If you run this server, build the console with {command} and restart the server.</>
    ),
  },

  preview: {
    title: 'Preview',
    text: 'This is what users will see. Nothing can be allowed here, and the user is an example.',
    person: 'Alex Example',
  },

  about: {
    app: 'About this app',
    description: 'Description',
    website: 'Website',
    policy: 'Privacy policy',
    terms: 'Terms of service',
    contact: 'Contact',
  },

  consent: {
    documentTitle: (name: string) => `${name} asks for access`,
    title: (app: Text, resource: Text): Text => (
      <>
        {app} wants access to your {resource}
      </>
    ),
    identityTitle: (app: Text): Text => <>{app} wants to know who you are</>,
    strangerTitle: (app: Text, resource: Text): Text => (
      <>
        An app that calls itself “{app}” wants access to your {resource}
      </>
    ),
    strangerIdentityTitle: (app: Text): Text => <>An app that calls itself “{app}” wants to know who you are</>,
    anotherAccount: 'Another account is signed in now. Nothing was allowed: decide again.',
    otherAccount: 'Use another account',
    wouldLike: 'It would like to',
    wouldAlsoLike: 'New: it would also like to',
    already: 'You already allow it to',
    alreadySince: (day: Text): Text => <>It has had access since {day}.</>,
    mayLeaveOut: 'You can leave this out; the app can ask again later.',
    furtherDetails: 'It also asks for',
    nothing: 'Choose at least one, or choose “Don’t allow”.',
    startedTitle: 'Continue only if you started this yourself, on this device, a moment ago',
    loopback: (host: Text, app: Text): Text => (
      <>
        If you allow this, a program on this computer ({host}) gets the access. Any program here can pretend to be “
        {app}”.
      </>
    ),
    privateScheme: (scheme: Text): Text => (
      <>If you allow this, the access goes to whichever app on this device opens {scheme} links.</>
    ),
    goesTo: (host: Text): Text => <>You will go back to {host}.</>,
    byDeveloper: (brand: Text): Text => <>Registered here by its developer; {brand} has not checked who that is.</>,
    saysFrom: 'Says it is from',
    describedAt: 'Described at',
    registered: 'Registered',
    byItself: 'By itself',
    knownHere: 'Known here',
    sinceToday: 'Since today',
    since: (day: Text): Text => <>Since {day}</>,
    notChecked: 'Not checked',
    lasts: (span: Text, apps: Text): Text => (
      <>
        Access lasts until you remove it, or until it has not been used for {span}. Remove it any time under {apps}.
      </>
    ),
    deny: 'Don’t allow',
    allow: 'Allow',
    more: 'More about this request',
    yes: 'Yes',
    no: 'No',
    staysOpen: (span: Text): Text => <>This request stays open for {span}.</>,
    openFor: (left: Text): Text => <>This request expires in {left}</>,
    stillThere: 'Still there?',
    closesSoon: 'This request expires in a minute.',
    moreTime: 'I need more time',
    askedAgain: (span: Text): Text => <>The request expired and was started again. It stays open for {span}.</>,
    closedTitle: 'This request has expired',
    closed: (span: Text): Text => (
      <>A request for access stays open for {span}, so that nobody can answer it for you later. Nothing was allowed.</>
    ),
    showAgain: 'Show it again',
    backWithout: (host: Text): Text => <>Go back to {host} without access</>,
    notYou: 'If you did not open this page yourself, close it.',
    answeredTitle: 'You have already answered this request',
    answered: (app: Text): Text => <>If {app} did not open, go back to it and start again.</>,
    refusedTitle: 'This link does not work',
    refusedUnknown: (brand: Text): Text => (
      <>{brand} does not know this application, or its return address is not registered. Nothing was allowed.</>
    ),
    refusedRequest:
      'The application that sent you here asked for something it is not allowed to have, or asked in the wrong way. It is not your fault. Nothing was allowed.',
    forDeveloper: 'For the developer',
    backTo: (host: Text): Text => <>Go back to {host}</>,
  },

  controls: {
    show: 'Show',
    hide: 'Hide',
  },

  fields: {
    email: 'Email',
    password: 'Password',
    name: 'Name',
    wrongEmail: 'Enter an address like name@example.com.',
    wrongPassword: 'Use 8 to 256 characters, and not a common password, your name or your email.',
    wrongName: 'Use 1 to 200 characters, including a letter or digit.',
  },

  history: {
    lead: 'What happened in your account, newest first. If something was not you, choose a new password and sign out everywhere.',
    what: 'What',
    when: 'When',
    from: 'From',
    nowhere: 'the server itself',
    none: 'Nothing has happened yet.',
    newest: 'Newest',
    older: 'Older',
    anApp: 'an application',
    other: 'Something else happened',
    events: {
      'account.created': 'Account created',
      'account.changed': 'Your name or password was changed',
      'account.claims_changed': 'What applications learn about you changed',
      'sign_up.repeated': 'Someone tried to sign up with your email',
      'email.verified': 'Your email was confirmed',
      'email.change_asked': 'A change of your email was requested',
      'email.changed': 'Your email was changed',
      'password.reset_sent': 'An administrator sent you an email to choose a new password',
      'notices.off': 'Emails about sign-ins and apps were turned off',
      'notices.on': 'Emails about sign-ins and apps were turned on',
      'password.reset': 'You chose a new password by email',
      'developer.added': 'You can now register applications',
      'developer.removed': 'You can no longer register applications',
      'admin.added': 'You are now an administrator',
      'admin.removed': 'You are no longer an administrator',
      'account.disabled': 'Your account was switched off',
      'account.enabled': 'Your account was switched on again',
      'sign_in.succeeded': 'You signed in',
      'sign_in.failed': 'A sign-in failed: the password was wrong',
      'sign_in.braked': 'A sign-in failed: too many attempts',
      'sign_in.ended': 'You signed out of a browser',
      'sign_in.all_ended': 'You signed out everywhere, or everywhere else',
      'password.failed': 'A change failed: the password was wrong',
      'application.created': (app: Text): Text => <>You registered {app}</>,
      'application.changed': (app: Text): Text => <>You changed {app}</>,
      'application.disabled': (app: Text): Text => <>An administrator switched {app} off</>,
      'application.enabled': (app: Text): Text => <>An administrator switched {app} on again</>,
      'application.deleted': (app: Text): Text => <>You deleted {app}</>,
      'secret.created': (app: Text): Text => <>A secret of {app} was created</>,
      'secret.replaced': (app: Text): Text => <>A secret of {app} was replaced</>,
      'secret.deleted': (app: Text): Text => <>A secret of {app} was deleted</>,
      'consent.given': (app: Text): Text => <>You gave {app} access</>,
      'consent.refused': (app: Text): Text => <>You did not allow {app} access</>,
      'grant.all_ended': 'An administrator ended access for all apps',
      'grant.ended': (app: Text): Text => <>Access for {app} ended</>,
      'connection.ended': (app: Text): Text => <>You ended a connection of {app}</>,
      'grant.narrowed': (app: Text): Text => <>You removed permissions from {app}</>,
      'replay.code': (app: Text): Text => <>A connection of {app} ended: its code was used twice</>,
      'replay.refresh_token': (app: Text): Text => <>A connection of {app} ended: its key was used twice</>,
      'refresh_token.revoked': (app: Text): Text => <>{app} ended a connection itself</>,
      'access_token.revoked': (app: Text): Text => <>{app} revoked a token</>,
      'test_token.issued': (app: Text): Text => <>You created a test token for {app}</>,
    },
    byAdministrator: {
      'sign_in.all_ended': 'An administrator signed you out everywhere',
      'application.deleted': (app: Text): Text => <>An administrator deleted {app}</>,
    },
  },

  identityScopes: {
    openid: 'Know who you are',
    profile: 'See your name',
    email: 'See your email address',
    offline_access: 'Stay connected while you are away',
  },

  leaving: {
    title: (host: string) => `Back to ${host}`,
    heading: (host: Text): Text => <>Back to {host} …</>,
    headingApp: (scheme: Text): Text => <>Back to the app that opens {scheme} links</>,
    go: 'Continue',
    open: 'Open the app',
    nothing: 'If nothing happens, the program that asked may have stopped. Start again there.',
  },

  reference: {
    lead: (openApi: Text): Text => <>Every call of this server. Generators of clients read it as {openApi}.</>,
    toConsole: 'Developer console',
    begin: {
      title: 'Begin here',
      account: (signUp: Text, signIn: Text): Text => (
        <>
          Sign up with {signUp} and sign in with {signIn}, or do both in the browser. Outside a browser, send the{' '}
          <code>session_token</code> as a Bearer token.
        </>
      ),
      application: (register: Text): Text => (
        <>
          Register an application with {register}. Keep the <code>client_secret</code>: you see it only once.
        </>
      ),
      token: (testToken: Text): Text => <>Get a token for your own account with {testToken}.</>,
      flow: (tryIt: Text): Text => <>Then send a user through the flow. {tryIt} in the console shows each step.</>,
    },
    callers: {
      session: 'a signed-in account, with its session token or cookie',
      cookie: 'an administrator, with the session cookie only',
      client: 'an application, with its credentials',
      access: 'an application, with an access token',
      registration: 'a client, with its initial or registration access token',
    },
    calledBy: (callers: readonly string[], isOpen: boolean): string =>
      `Called by ${callers.length === 0 ? 'anyone' : callers.join(', or ')}${isOpen ? ', or without credentials' : ''}.`,
    takes: (types: readonly Text[]): Text => (
      <>The body is {types.map((type, index) => (index === 0 ? type : <> or {type}</>))}.</>
    ),
    columns: { name: 'Name', place: 'In', type: 'Type', note: 'Notes' },
    needed: 'required',
    errors: (statuses: string): string => `Errors: ${statuses}`,
    command: 'As a command',
  },

  sessions: {
    lead: 'The browsers that are signed in to this account. Sign out of any that are not yours, or that you no longer use.',
    unknown: 'Unknown browser',
    since: 'Signed in',
    lastUsed: (time: Text): Text => <>last used {time}</>,
    ends: (time: Text): Text => <>expires on {time}</>,
    here: 'This browser',
    end: 'Sign out',
    endOf: (browser: string): string => `Sign out: ${browser}`,
    endOthers: 'Sign out everywhere else',
    endAll: 'Sign out everywhere',
    done: 'That browser is signed out',
    appsStay:
      'Apps keep the access you gave them, but some are signed out with the browser. To remove access, go to Apps with access.',
  },

  signIn: {
    title: 'Sign in',
    toContinue: (application: Text): Text => <>to continue to {application}</>,
    toContinueUnchecked: (application: Text): Text => <>to continue to an app that calls itself “{application}”</>,
    choose: 'Choose an account',
    goOn: 'Continue with this account',
    or: 'or',
    other: 'Use another account',
    again: {
      login: (application: Text): Text => <>{application} asks you to sign in again.</>,
      max_age: (application: Text): Text => <>You signed in too long ago for {application}. Sign in again.</>,
      acr_values: (application: Text): Text => <>{application} asks for a different kind of sign-in.</>,
      account: (application: Text): Text => <>{application} expects a different account from the one signed in here.</>,
    },
    at: (host: Text): Text => <>Sign in at {host}</>,
    with: (provider: Text): Text => <>Sign in with {provider}</>,
    leading: {
      title: (host: string) => `Sign in at ${host}`,
      heading: (host: Text): Text => <>Taking you to {host} to sign in …</>,
      go: 'Continue',
      nothing: 'If nothing happens, use the button. You’ll come back here afterwards.',
    },
    failed: {
      nobody: {
        title: 'You are not signed in',
        text: 'You did not finish signing in. You can start again.',
        again: 'Sign in',
      },
      refused: {
        title: 'This account cannot be used here',
        text: 'It is switched off. Ask the people who run this service, or sign in with another account.',
        again: 'Use another account',
      },
      otherBrowser: {
        title: 'You started signing in elsewhere',
        text: 'You started in another browser, or this one does not keep cookies. Start again here, in this browser.',
        again: 'Sign in',
      },
      away: {
        title: 'This sign-in does not work right now',
        text: (provider: Text): Text => <>{provider} is not responding as expected. Try again later.</>,
        again: 'Try again',
      },
    },
    submit: 'Sign in',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    wrong: 'Wrong email or password. Check both, or choose a new password.',
    tooMany: (until: Text): Text => <>Too many attempts. Wait until {until}, or choose a new password.</>,
    busy: 'Too many people are signing in right now. Try again in a few seconds.',
  },

  signOut: {
    title: 'Sign out',
    question: (brand: Text): Text => <>Sign out of {brand}?</>,
    asked: (application: Text): Text => <>{application} asks you to sign out.</>,
    unusable:
      'Something is wrong with the link that brought you here. You can sign out, but you won’t be sent back to the app.',
    keeps: 'Apps keep the access you gave them.',
    leading: {
      title: (host: string) => `Sign out of ${host}`,
      heading: (host: Text): Text => <>Signing you out of {host} too …</>,
      go: 'Continue',
      nothing: 'If nothing happens, use the button. You’ll come back here afterwards.',
    },
    submit: 'Sign out',
    stay: 'Stay signed in',
    done: 'You are signed out',
    doneText: 'To use your account, sign in again.',
    back: (host: Text): Text => <>Go back to {host}</>,
    again: 'Sign in again',
  },

  signUp: {
    title: 'Create an account',
    nameHint: 'Apps that you allow can see it.',
    passwordHint: 'At least 8 characters.',
    submit: 'Create account',
    known: 'Already have an account?',
    taken: (signIn: Text, reset: Text): Text => (
      <>
        There is already an account with this email. {signIn}, or {reset}.
      </>
    ),
    takenSignIn: 'Sign in',
    takenReset: 'choose a new password',
    tooMany: (until: Text): Text => <>Too many accounts were created from your network. Wait until {until}.</>,
    busy: 'Too many people are signing up right now. Try again in a few seconds.',
    closed: 'Sign-up is closed',
    closedText: 'The people who run this service create the accounts. Ask them for one.',
    mailed: 'Check your email',
    mailedText: (email: Text): Text => (
      <>An email is on its way to {email}. Enter the code from it here, or open the link in it.</>
    ),
    code: 'Code',
    codeHint: 'Six digits, valid for 10 minutes. If the email has no code, it tells you what to do next.',
    codeSubmit: 'Continue',
    codeWrong: 'This code is wrong. Use the one in the newest email.',
    codeOver: 'This code no longer works',
    codeOverText: 'A code works for 10 minutes and five tries. Get a new one, or open the link in the email.',
    codeGone: 'Sign in with the email and password that you chose.',
    codesTooMany: (until: Text): Text => (
      <>There were too many wrong codes. Open the link in the email, or wait until {until}.</>
    ),
    codeAgain: 'Email me a new code',
    codeSent: 'A new email is on its way. Earlier codes no longer work.',
    mailsTooMany: (until: Text): Text => <>Too many emails were sent. Wait until {until}.</>,
  },

  device: {
    title: 'Connect a device',
    lead: 'Enter the code that your TV, tool or terminal shows',
    code: 'Code',
    codeHint: 'Letters only, upper or lower case. The hyphen is optional.',
    sentTitle: 'Did someone send you this code?',
    sent: 'Then stop. They would get into your account.',
    goOn: 'Continue',
    unknown: 'This code is wrong, has expired or has already been used. Compare it with the one on your device.',
    tooMany: 'Too many wrong codes. Wait a moment, then try again.',
    compare: (code: Text): Text => <>Does your device show {code}?</>,
    yes: 'Yes, it does',
    no: 'No',
    goesTo: 'The access goes to the device that shows the code, not to this browser.',
    startedTitle: 'Continue only if you started this yourself, a moment ago',
    elsewhere: (network: Text): Text => <>The device is on a different network from yours ({network}).</>,
    mine: 'The device is mine, or I can see it in front of me',
    notMine: 'Tick this if it is true, or choose “Don’t allow”.',
    allowedTitle: 'The device is connected',
    allowed: 'Go back to it: it continues in a few seconds. You can close this page.',
    refusedTitle: 'The device was not connected',
    refused: 'Nothing was allowed. You can close this page.',
  },

  errors: {
    title: {
      badRequest: 'This link does not work',
      forbidden: 'This request was blocked',
      notFound: 'Page not found',
      notAllowed: 'This page cannot be used that way',
      tooLarge: 'That is too large',
      tooMany: 'Too many attempts',
      unavailable: 'This is not possible at the moment',
      failed: 'Something went wrong here',
    },
    text: {
      badRequest: 'Something in it is missing or wrong. Nothing was changed.',
      forbidden:
        'It came from a page that is not ours, or your browser did not say where it came from. Nothing was changed.',
      notFound: 'The address may be mistyped, or the page no longer exists.',
      notAllowed: 'Go back and use the buttons on the page.',
      tooLarge: 'What you sent is larger than this server accepts. Nothing was changed.',
      tooMany: 'Wait a moment, then try again.',
      unavailable: 'Try again in a few seconds. Nothing was changed.',
      failed:
        'It is not your fault. Try again. If it keeps happening, give the number below to the people who run this server.',
    },
    waitUntil: (time: Text): Text => <>Wait until {time}, then try again.</>,
    request: (id: Text): Text => <>Request {id}</>,
    start: 'Home',
  },

  password: {
    title: 'Choose a new password',
    text: 'We’ll email you a link to choose one.',
    send: 'Send the link',
    back: 'Back to sign-in',
    asked: 'Check your email',
    askedText: 'If there is an account with that address, an email is on its way. Its link works for 30 minutes.',
    fresh: 'New password',
    endGrants: 'Also end access for all apps',
    set: 'Set password',
    done: 'Your new password is set',
    doneText: 'You were signed out everywhere. Sign in with your new password.',
  },

  mailed: {
    verify: 'Confirm your email',
    change: 'Confirm your new email',
    isYours: (email: Text): Text => <>Is {email} yours?</>,
    ends: 'As this is the first time, you will be signed out everywhere else, and apps that were allowed before will lose their access.',
    password: 'Account password',
    whyPassword: 'It shows that the account is yours, and not that of someone who entered your email.',
    wrong: 'This is not the account’s password.',
    taken: 'Another account now uses this email.',
    submit: 'Yes, confirm it',
    done: 'Your email is confirmed',
    doneText: (email: Text): Text => <>{email} is now the email of your account.</>,
    goOn: 'Continue',
    over: 'This link no longer works',
    overText: 'A link works once, for 30 minutes, and only the newest one works. Nothing was changed.',
    again: 'Get a new link',
    spent: 'This link has already been used',
    spentProof: (email: Text): Text => <>It confirmed {email}, the email of your account.</>,
    spentReset: 'You set a new password with it. Sign in with that password.',
    newEmail: 'New email',
  },

  profile: {
    changeName: 'Change name',
    changeEmail: 'Change email',
    changePassword: 'Change password',
    elsewhere: (host: Text): Text => <>Your name, email and password are managed at {host}.</>,
    toProfile: 'Change them there',
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    verifyText: 'Only then can you be sure that nobody else uses this email here.',
    sendAgain: 'Email me a link',
    notices: {
      title: 'Emails about your account',
      text: 'We email you when someone signs in to your account in a new browser and when an app gets access, once a day at most.',
      textElsewhere: 'We email you when an app gets access to your account, once a day at most for each app.',
      always:
        'You also get an email when your password or email is changed, once a day at most. You cannot turn this off.',
      on: 'On',
      off: 'Off',
      turnOff: 'Turn off',
      turnOn: 'Turn on',
    },
    data: 'Your data',
    dataText:
      'Everything stored about you here, in one file: account, sessions, apps with access, history. It contains no password.',
    export: 'Download my data',
    close: 'Close account',
    closeText:
      'Ends all sessions and the access of all apps, deletes your applications, and erases your name and email.',
    closed: 'Your account is closed',
    signInFirst: {
      title: 'Sign in once more',
      text: (door: Text): Text => <>To close your account, first sign in again at {door}.</>,
      again: 'Sign in',
    },
    untold: {
      title: 'This account cannot be closed here',
      text: 'This service cannot see when you last signed in. Ask the people who run it to close your account.',
      back: 'Back to your account',
    },
    closedText: 'Your name and email were erased. Apps keep what they have already copied.',
    current: 'Current password',
    save: 'Save',
    cancel: 'Cancel',
    text: {
      email:
        'We’ll email a link to the new address and notify the old one. Your email changes once you open the link and confirm.',
      password: 'You will be signed out everywhere else.',
      close:
        'This cannot be undone. All sessions and the access of all apps end, your applications are deleted, and your name and email are erased.',
    },
    done: {
      name: 'Your name was changed.',
      password: 'Your password was changed. You were signed out everywhere else.',
      mailed: 'An email is on its way. Its link works for 30 minutes.',
    },
  },

  mails: {
    verify: ({ brand, link, code }) => ({
      subject: `Confirm your email for ${brand}`,
      text: `Someone, probably you, signed up at ${brand} with this email. ${
        code === null
          ? 'Confirm that it is yours:'
          : `To confirm that it is yours, enter this code on the page where you signed up:

${code}

The code works for 10 minutes. Never tell it to anyone, and enter it nowhere else. You can also open this link:`
      }

${link}

The link works once, for 30 minutes. If it was not you, ignore this email: without this step, nobody can prove that the address is theirs.
`,
    }),
    reset: ({ brand, link }) => ({
      subject: `Choose a new password for ${brand}`,
      text: `Someone, probably you, wants a new password for your account at ${brand}. Choose one here:

${link}

The link works once, for 30 minutes. If it was not you, ignore this email: your password stays as it is.
`,
    }),
    change: ({ brand, link }) => ({
      subject: `Confirm your new email for ${brand}`,
      text: `Someone, probably you, wants to use this email for an account at ${brand}. Confirm that it is yours:

${link}

The link works once, for 30 minutes. If it was not you, ignore this email: nothing changes.
`,
    }),
    changeAsked: ({ brand, email, link }) => ({
      subject: `Your email at ${brand} is about to change`,
      text: `Someone who knows your password wants to change the email of your account at ${brand} to ${email}. It changes once that mailbox confirms it.

If it was not you, choose a new password now to stop it:

${link}
`,
    }),
    newSignIn: ({ brand, time, browser, link, sessions, profile }) => ({
      subject: `New sign-in to your account at ${brand}`,
      text: `Someone, probably you, signed in to your account at ${brand} on ${time}, in ${browser}. No one had signed in to your account in this browser before.

If it was you, there is nothing to do. If it was not you, choose a new password now. That signs out every browser:

${link}

This page shows where you are signed in:

${sessions}

You can turn these emails off in your profile:

${profile}
`,
    }),
    passwordChanged: ({ brand, time, browser, link }) => ({
      subject: `Your password at ${brand} was changed`,
      text: `The password of your account at ${brand} was changed on ${time}, in ${browser}.

If it was you, there is nothing to do. If it was not you, choose a new password now. That signs out every browser:

${link}
`,
    }),
    emailChanged: ({ brand, email, time, browser, link }) => ({
      subject: `Your email at ${brand} was changed`,
      text: `The email of your account at ${brand} was changed to ${email} on ${time}, in ${browser}. Emails about your account no longer come to this address.

If it was you, there is nothing to do. If it was not you, sign in, change your email back and then change your password:

${link}

If you cannot sign in any more, contact the people who run ${brand}.
`,
    }),
    newAccess: ({ brand, app, time, browser, link, password, profile }) => ({
      subject: `An app has new access to your account at ${brand}`,
      text: `Someone signed in as you, probably you, gave “${app}” access to your account at ${brand} on ${time}, in ${browser}.

If it was you, there is nothing to do. If it was not you, remove the access here:

${link}
${
  password === null
    ? ''
    : `
Then choose a new password, as someone else can sign in as you:

${password}
`
}
You can turn these emails off in your profile:

${profile}
`,
    }),
    taken: ({ brand, link }) => ({
      subject: `You already have an account at ${brand}`,
      text: `Someone, probably you, wanted to use this email at ${brand}, but there is already an account with it. Nothing was changed.

Forgot your password? Choose a new one:

${link}

If it was not you, ignore this email.
`,
    }),
  } satisfies AccountMailTexts,
};
