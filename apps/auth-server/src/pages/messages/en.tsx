import type { ComponentChildren } from 'preact';
import type { AccountMailTexts } from '../../model/accounts/mails/account-mail-texts';

type Text = ComponentChildren;

/** Sections by page. A text with something in it is a function; what strangers wrote comes in isolated (`<bdi>`). */
export const messages = {
  name: 'English',

  apps: {
    lead: 'You allowed these to use parts of your account. Remove what you no longer use: access ends within a second, everywhere.',
    notChecked: 'Not checked',
    program: 'a program on a device of yours',
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
    narrow: 'Take single permissions back',
    narrowHint: 'Untick what it shall no longer do. It loses that within a second, and keeps the rest.',
    keeps: (app: string): string => `What ${app} keeps`,
    keep: 'Keep only what is ticked',
    nothingKept: 'Keep at least one, or remove the access.',
    connections: (count: number, isMost: boolean): string =>
      isMost ? `The newest ${count} connections` : count === 1 ? '1 connection' : `${count} connections`,
    noConnection: 'None at the moment. It may connect again.',
    allowedIn: (browser: string): string => `Allowed in ${browser}`,
    allowedForProgram: (browser: string): string => `Allowed in ${browser}, for a program there`,
    end: 'End',
    endOf: (connection: string, app: string): string => `End: ${connection}, ${app}`,
    actFor: 'Others that act with this access',
    actsAt: (app: Text, resource: Text): Text => (
      <>
        {app} at {resource}
      </>
    ),
    endsByItself: (day: Text): Text => <>Unused access ends by itself on {day}.</>,
    remove: 'Remove access',
    removeOf: (app: string): string => `Remove access of ${app}`,
    removeQuestion: (app: Text): Text => <>Remove the access of {app}?</>,
    removeText: (app: Text): Text => (
      <>
        It can no longer do what you allowed, on any device, within a second. What it copied before stays with it: ask{' '}
        {app} to delete that.
      </>
    ),
    removeDelegations: 'Others that act with this access lose it too.',
    endsNow: 'Ends now',
    keepIt: 'Keep it',
    removed: (app: Text): Text => <>{app} can no longer reach your account</>,
    endedWith: (connections: number, codes: number): string =>
      `${connections === 1 ? '1 connection' : `${connections} connections`} and ${codes === 1 ? '1 unused code' : `${codes} unused codes`} ended.`,
    lastUsed: (day: Text): Text => <>It was last used on {day}.</>,
    ended: (app: Text): Text => <>The connection of {app} has ended</>,
    narrowed: (app: Text): Text => <>{app} may do only what stands below</>,
    gone: 'That access had ended already.',
    none: 'No app has access',
    noneText:
      'When you allow an app or a device to use parts of your account, it stands here, and here you take it back.',
    count: (count: number): string => (count === 1 ? '1 app' : `${count} apps`),
    before: 'What you allowed and removed before',
  },

  browsers: {
    unknown: 'an unknown browser',
    on: (browser: string, system: string): string => `${browser} on ${system}`,
  },

  layout: {
    language: 'Language',
    menu: 'Menu',
    skip: 'Skip to the content',
    signOut: 'Sign out',
    theme: 'Appearance',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
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
    developers: 'Developers',
    administration: 'Administration',
  },

  console: {
    needsScript: 'The console needs JavaScript',
    needsScriptText:
      'Your browser has it switched off for this page. Everything here can be done by the API too: see the API reference.',
    missing: 'The console has not been built',
    missingText: (command: Text): Text => (
      <>Whoever runs this server builds it by {command} and starts the server again.</>
    ),
  },

  preview: {
    title: 'Preview',
    text: 'As people will see it. Nothing can be allowed here, and the person is an example.',
    person: 'Alex Example',
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
    otherAccount: 'Use another account',
    wouldLike: 'It would like to',
    wouldAlsoLike: 'New: it would also like to',
    already: 'You already allow it to',
    alreadySince: (day: Text): Text => <>It has had access since {day}.</>,
    mayLeaveOut: 'You may leave this out; it can ask again later.',
    furtherDetails: 'It asks for this too',
    nothing: 'Choose at least one, or do not allow it.',
    startedTitle: 'Go on only if you started this yourself, on this device, just now',
    loopback: (host: Text, app: Text): Text => (
      <>
        After you allow it, the access goes to a program that runs on this computer ({host}). Any program here can
        pretend to be “{app}”.
      </>
    ),
    privateScheme: (scheme: Text): Text => (
      <>After you allow it, the access goes to whichever app on this device opens {scheme} links.</>
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
    staysOpen: (span: Text): Text => <>This question stays open for {span}</>,
    openFor: (left: Text): Text => <>This question is open for another {left}</>,
    stillThere: 'Still there?',
    closesSoon: 'This question closes in a minute.',
    moreTime: 'I need more time',
    askedAgain: (span: Text): Text => <>The time was over. The question has been asked again and is open for {span}.</>,
    closedTitle: 'This question has closed',
    closed: (span: Text): Text => (
      <>A request for access stays open for {span}, so that nobody can answer it for you later. Nothing was allowed.</>
    ),
    showAgain: 'Show it again',
    backWithout: (host: Text): Text => <>Go back to {host} without access</>,
    notYou: 'If this page came up without your doing, close it.',
    answeredTitle: 'You have answered this already',
    answered: (app: Text): Text => <>Go back to {app} and start again there if it did not open.</>,
    refusedTitle: 'This link does not work',
    refusedUnknown: (brand: Text): Text => (
      <>{brand} does not know the application, or its address to return to is not registered. Nothing was allowed.</>
    ),
    refusedRequest:
      'The application that led you here asks for something that it may not have, or in a wrong way. It is not your doing. Nothing was allowed.',
    forDeveloper: 'For its developer',
    backTo: (host: Text): Text => <>Go back to {host}</>,
  },

  controls: {
    show: 'Show',
    hide: 'Hide',
  },

  fields: {
    email: 'E-mail',
    password: 'Password',
    name: 'Name',
    wrongEmail: 'Write it like name@example.com.',
    wrongPassword: 'Use 8 to 256 characters: no common password, and neither your name nor your e-mail.',
    wrongName: 'Take 1 to 200 characters, with a letter or digit.',
  },

  history: {
    lead: 'What was done with your account, the newest first. If something was not you, choose a new password and sign out everywhere.',
    what: 'What',
    when: 'When',
    from: 'From',
    nowhere: 'none: the server itself',
    none: 'Nothing has happened yet.',
    newest: 'To the newest',
    older: 'Older',
    anApp: 'an application',
    other: 'Something else happened',
    events: {
      'account.created': 'The account was made',
      'account.changed': 'The name or the password was changed',
      'account.claims_changed': 'What applications are told about you has changed',
      'sign_up.repeated': 'Somebody wanted to sign up with your e-mail again',
      'email.verified': 'Your e-mail was confirmed',
      'email.change_asked': 'Another e-mail was asked for',
      'email.changed': 'Your e-mail was changed',
      'password.reset_sent': 'An administrator had a mail sent for a new password',
      'password.reset': 'A new password was chosen by mail',
      'developer.added': 'You may register applications now',
      'developer.removed': 'You may not register applications any more',
      'admin.added': 'You are an administrator now',
      'admin.removed': 'You are no administrator any more',
      'account.disabled': 'Your account was switched off',
      'account.enabled': 'Your account was switched on again',
      'sign_in.succeeded': 'You signed in',
      'sign_in.failed': 'A sign-in failed: the password was wrong',
      'sign_in.braked': 'A sign-in failed: too many tries',
      'sign_in.ended': 'You signed out of a browser',
      'sign_in.all_ended': 'You signed out everywhere, or everywhere else',
      'password.failed': 'A change failed: the password was wrong',
      'application.created': (app: Text): Text => <>You registered {app}</>,
      'application.changed': (app: Text): Text => <>You changed {app}</>,
      'application.disabled': (app: Text): Text => <>An administrator switched {app} off</>,
      'application.enabled': (app: Text): Text => <>An administrator switched {app} on again</>,
      'application.deleted': (app: Text): Text => <>You deleted {app}</>,
      'secret.created': (app: Text): Text => <>A secret of {app} was made</>,
      'secret.deleted': (app: Text): Text => <>A secret of {app} was deleted</>,
      'consent.given': (app: Text): Text => <>You allowed access to {app}</>,
      'consent.refused': (app: Text): Text => <>You did not allow access to {app}</>,
      'grant.all_ended': 'An administrator ended the access of all apps',
      'grant.ended': (app: Text): Text => <>The access of {app} ended</>,
      'connection.ended': (app: Text): Text => <>You ended a connection of {app}</>,
      'grant.narrowed': (app: Text): Text => <>You took permissions of {app} back</>,
      'replay.code': (app: Text): Text => <>A connection of {app} ended: its code was used twice</>,
      'replay.refresh_token': (app: Text): Text => <>A connection of {app} ended: its key was used twice</>,
      'refresh_token.revoked': (app: Text): Text => <>{app} ended a connection itself</>,
      'access_token.revoked': (app: Text): Text => <>{app} gave a token back</>,
      'test_token.issued': (app: Text): Text => <>You made a token to try {app}</>,
    },
    byAdministrator: {
      'sign_in.all_ended': 'An administrator signed you out everywhere',
      'application.deleted': (app: Text): Text => <>An administrator deleted {app}</>,
    },
  },

  identityScopes: {
    openid: 'Know who you are',
    profile: 'See your name',
    email: 'See your e-mail address',
    offline_access: 'Stay connected while you are away',
  },

  leaving: {
    title: (host: string) => `Back to ${host}`,
    heading: (host: Text): Text => <>Back to {host} …</>,
    headingApp: (scheme: Text): Text => <>Back to the app that opens {scheme} links</>,
    go: 'Continue',
    open: 'Open the app',
    nothing: 'If nothing happens: the program that asked may have stopped. Start again there.',
  },

  sessions: {
    lead: 'The browsers in which you are signed in to this account. Sign out where it is not you, or where you no longer are.',
    unknown: 'Unknown browser',
    since: 'Signed in',
    ends: (time: Text): Text => <>ends by itself on {time}</>,
    here: 'Here',
    end: 'Sign out',
    endOf: (browser: string): string => `Sign out: ${browser}`,
    endOthers: 'Sign out everywhere else',
    endAll: 'Sign out everywhere',
    done: 'Signed out there',
    appsStay:
      'Apps keep what you allowed, but some are signed out with the browser. Take access back under Apps with access.',
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
      acr_values: (application: Text): Text => <>{application} asks for another kind of sign-in than yours.</>,
      account: (application: Text): Text => <>{application} expects another account than the one signed in here.</>,
    },
    at: (host: Text): Text => <>Sign in at {host}</>,
    with: (provider: Text): Text => <>Sign in with {provider}</>,
    leading: {
      title: (host: string) => `Sign in at ${host}`,
      heading: (host: Text): Text => <>You sign in at {host} …</>,
      go: 'Continue',
      nothing: 'If nothing happens, use the button. Afterwards you come back here.',
    },
    failed: {
      nobody: {
        title: 'You are not signed in',
        text: 'The sign-in was not finished. You can begin it again.',
        again: 'Sign in',
      },
      refused: {
        title: 'This account cannot be used here',
        text: 'It is switched off. Ask those who run this service, or sign in with another account.',
        again: 'Use another account',
      },
      otherBrowser: {
        title: 'This sign-in began elsewhere',
        text: 'It was begun in another browser, or this one keeps no cookies. Begin it here, in this browser.',
        again: 'Sign in',
      },
      away: {
        title: 'This sign-in does not work just now',
        text: (provider: Text): Text => <>{provider} does not answer as it should. Try it again a little later.</>,
        again: 'Try again',
      },
    },
    submit: 'Sign in',
    forgot: 'Forgot it?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    wrong: 'This e-mail and password do not belong together. Check both, or choose a new password.',
    tooMany: (until: Text): Text => <>Too many tries. Wait until {until}, or choose a new password.</>,
    busy: 'Too many people sign in at this moment. Try again in a few seconds.',
  },

  signOut: {
    title: 'Sign out',
    question: (brand: Text): Text => <>Sign out of {brand}?</>,
    asked: (application: Text): Text => <>{application} asks for it.</>,
    unusable: 'Something is wrong with the link that led here. You can sign out, but will not be sent back to the app.',
    keeps: 'What you allowed apps to do stays allowed.',
    leading: {
      title: (host: string) => `Sign out of ${host}`,
      heading: (host: Text): Text => <>You are signed out of {host} too …</>,
      go: 'Continue',
      nothing: 'If nothing happens, use the button. Afterwards you come back here.',
    },
    submit: 'Sign out',
    stay: 'Stay signed in',
    done: 'You are signed out',
    doneText: 'To go on with your account, sign in again.',
    back: (host: Text): Text => <>Go back to {host}</>,
    again: 'Sign in again',
  },

  signUp: {
    title: 'Create an account',
    nameHint: 'As apps that you allow may see it.',
    passwordHint: 'At least 8 characters.',
    submit: 'Create the account',
    known: 'You have an account?',
    taken: (signIn: Text, reset: Text): Text => (
      <>
        There is an account with this e-mail. {signIn}, or {reset}.
      </>
    ),
    takenSignIn: 'Sign in',
    takenReset: 'choose a new password',
    tooMany: (until: Text): Text => <>Too many accounts were made from your network. Wait until {until}.</>,
    busy: 'Too many people sign up at this moment. Try again in a few seconds.',
    closed: 'Nobody can sign up here',
    closedText: 'Whoever runs this server makes the accounts. Ask there for one.',
    mailed: 'Look into your mail',
    mailedText: (email: Text): Text => <>A mail is on its way to {email}. It says how to go on.</>,
  },

  device: {
    title: 'Connect a device',
    lead: 'Type the code that your TV, tool or terminal shows',
    code: 'Code',
    codeHint: 'Letters only, capital or not. The line in the middle is optional.',
    sentTitle: 'Did somebody send you this code?',
    sent: 'Then stop. Whoever sent it would get into your account.',
    goOn: 'Continue',
    unknown: 'This code does not fit, has expired or was answered already. Compare it with what the device shows.',
    tooMany: 'Too many wrong codes. Wait a little, then try again.',
    compare: (code: Text): Text => <>Does your device show {code}?</>,
    yes: 'Yes, it does',
    no: 'No',
    goesTo: 'The access goes to the device that shows the code, not to this browser.',
    startedTitle: 'Go on only if you started this yourself, just now',
    elsewhere: (network: Text): Text => <>The device asked from another network than yours ({network}).</>,
    mine: 'The device is mine, or I see it in front of me',
    notMine: 'Tick this if it is so, or do not allow it.',
    allowedTitle: 'The device is connected',
    allowed: 'Go back to it: it goes on by itself in a few seconds. You may close this page.',
    refusedTitle: 'The device was not connected',
    refused: 'Nothing was allowed. You may close this page.',
  },

  errors: {
    title: {
      badRequest: 'This link does not work',
      forbidden: 'This is not possible from there',
      notFound: 'There is no such page',
      notAllowed: 'This page cannot be used like that',
      tooLarge: 'That is too much at once',
      tooMany: 'Too many tries',
      unavailable: 'This is not possible at the moment',
      failed: 'Something went wrong here',
    },
    text: {
      badRequest: 'Something in it is missing or wrong. Nothing was changed.',
      forbidden: 'The page that sent this is not one of ours, or your browser did not say so. Nothing was changed.',
      notFound: 'The address may have been mistyped, or what stood here is gone.',
      notAllowed: 'Go back and use the buttons of the page.',
      tooLarge: 'What was sent is larger than this server takes. Nothing was changed.',
      tooMany: 'Wait a little, then try again.',
      unavailable: 'Try again in a few seconds. Nothing was changed.',
      failed: 'It is not your doing. Try again; if it stays so, tell whoever runs this server the number below.',
    },
    waitUntil: (time: Text): Text => <>Wait until {time}, then try again.</>,
    request: (id: Text): Text => <>Request {id}</>,
    start: 'To the start',
  },

  password: {
    title: 'Choose a new password',
    text: 'We mail you a link that lets you choose one.',
    send: 'Send the link',
    back: 'Back to the sign-in',
    asked: 'Look into your mail',
    askedText: 'If there is an account for that address, a mail is on its way. Its link works for 30 minutes.',
    fresh: 'New password',
    endGrants: 'End the access of all apps too',
    set: 'Set the password',
    done: 'Your new password is set',
    doneText: 'You were signed out everywhere. Sign in with it now.',
  },

  mailed: {
    verify: 'Confirm your e-mail',
    change: 'Confirm your new e-mail',
    isYours: (email: Text): Text => <>Is {email} yours?</>,
    ends: 'As it is the first time, you are signed out everywhere else, and apps that were allowed before lose their access.',
    password: 'Password of the account',
    whyPassword: 'It shows that the account is yours too, and not of somebody who typed your e-mail.',
    wrong: 'This is not the password of the account.',
    taken: 'Another account has this e-mail by now.',
    submit: 'Yes, confirm it',
    done: 'Your e-mail is confirmed',
    doneText: (email: Text): Text => <>{email} is the e-mail of your account.</>,
    goOn: 'Go on',
    over: 'This link is used up',
    overText: 'A link works once, for 30 minutes, and only the newest one does. Nothing was changed.',
    again: 'Ask for another one',
    spent: 'This link has worked already',
    spentProof: (email: Text): Text => <>It confirmed {email}, the e-mail of your account.</>,
    spentReset: 'A new password was set with it. Sign in with that one now.',
    newEmail: 'New e-mail',
  },

  profile: {
    changeName: 'Change the name',
    changeEmail: 'Change the e-mail',
    changePassword: 'Change the password',
    elsewhere: (host: Text): Text => <>Name, e-mail and password are kept at {host}.</>,
    toProfile: 'Change them there',
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    verifyText: 'Only then can you be sure that nobody else uses this e-mail here.',
    sendAgain: 'Mail me a link',
    data: 'Your data',
    dataText:
      'All that is kept of you here, as a file: account, sessions, apps with access, history. It holds no password.',
    export: 'Save as JSON',
    close: 'Close the account',
    closeText:
      'Ends all sessions and the access of all apps, deletes your applications, and erases your name and e-mail.',
    closed: 'Your account is closed',
    signInFirst: {
      title: 'Sign in once more',
      text: (door: Text): Text => <>Your account is closed after a new sign-in at {door} alone.</>,
      again: 'Sign in',
    },
    untold: {
      title: 'This account cannot be closed here',
      text: 'This service is not told when you signed in. Ask those who run it to close your account.',
      back: 'Back to your account',
    },
    closedText: 'Your name and e-mail were erased. What apps copied before stays with them.',
    current: 'Current password',
    save: 'Save',
    cancel: 'Cancel',
    text: {
      email:
        'We mail a link to the new address, and tell the old one. It changes once you have opened the link and confirmed.',
      password: 'You are signed out everywhere else.',
      close:
        'This cannot be undone. All sessions and the access of all apps end, your applications are deleted, and your name and e-mail are erased.',
    },
    done: {
      name: 'Your name is changed.',
      password: 'Your password is changed. Everywhere else you are signed out.',
      mailed: 'A mail is on its way. Its link works for 30 minutes.',
    },
  },

  mails: {
    verify: ({ brand, link }) => ({
      subject: `Confirm your e-mail for ${brand}`,
      text: `Somebody, probably you, signed up at ${brand} with this e-mail. Confirm that it is yours:

${link}

The link works once, for 30 minutes. It was not you? Then do nothing: without this step nobody can show that the e-mail is theirs.
`,
    }),
    reset: ({ brand, link }) => ({
      subject: `Choose a new password for ${brand}`,
      text: `Somebody, probably you, wants a new password for your account at ${brand}. Choose one here:

${link}

The link works once, for 30 minutes. It was not you? Then do nothing: your password stays as it is.
`,
    }),
    change: ({ brand, link }) => ({
      subject: `Confirm your new e-mail for ${brand}`,
      text: `Somebody, probably you, wants to use this e-mail for an account at ${brand}. Confirm that it is yours:

${link}

The link works once, for 30 minutes. It was not you? Then do nothing: nothing changes.
`,
    }),
    changeAsked: ({ brand, email, link }) => ({
      subject: `Your e-mail at ${brand} is about to change`,
      text: `Somebody who knows your password wants to change the e-mail of your account at ${brand} to ${email}. It changes once that mailbox confirms it.

It was not you? Choose a new password now, which stops it:

${link}
`,
    }),
    taken: ({ brand, link }) => ({
      subject: `You have an account at ${brand}`,
      text: `Somebody, probably you, wanted to use this e-mail at ${brand}, but there is an account with it already. Nothing was changed.

You do not remember your password? Choose a new one:

${link}

It was not you? Then do nothing.
`,
    }),
  } satisfies AccountMailTexts,
};
