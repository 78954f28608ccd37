import type { Messages } from './messages';

export const messages: Messages = {
  name: 'Deutsch',

  apps: {
    lead: 'Diese Apps dürfen auf Teile Ihres Kontos zugreifen. Entfernen Sie, was Sie nicht mehr brauchen: Der Zugriff endet überall innerhalb einer Sekunde.',
    notChecked: 'Nicht geprüft',
    program: 'ein Programm auf einem Ihrer Geräte',
    moreHosts: (count) => `${count} weitere`,
    used: (ago) => <>verwendet {ago}</>,
    neverUsed: 'noch nicht verwendet',
    unusedFor: (days) => `seit ${days} Tagen nicht verwendet`,
    usedSince: (ago, since) => (
      <>
        Verwendet {ago} · seit {since}
      </>
    ),
    may: 'Die App darf',
    narrow: 'Einzelne Berechtigungen entziehen',
    narrowHint:
      'Wählen Sie ab, was die App nicht mehr dürfen soll. Das gilt innerhalb einer Sekunde. Alles andere darf sie weiterhin.',
    keeps: (app) => `Was ${app} weiterhin darf`,
    keep: 'Nur die Auswahl behalten',
    nothingKept: 'Wählen Sie mindestens eine Berechtigung aus, oder entfernen Sie den Zugriff.',
    connections: (count, isMost) =>
      isMost ? `Die neuesten ${count} Verbindungen` : count === 1 ? '1 Verbindung' : `${count} Verbindungen`,
    noConnection: 'Zurzeit keine Verbindung. Die App kann sich wieder verbinden.',
    testToken: 'Test-Token',
    allowedIn: (browser) => `Erlaubt in ${browser}`,
    allowedForProgram: (browser) => `Erlaubt in ${browser}, für ein Programm dort`,
    end: 'Beenden',
    endOf: (connection, app) => `Beenden: ${connection}, ${app}`,
    actFor: 'Andere Apps, die diesen Zugriff mitnutzen',
    actsAt: (app, resource) => (
      <>
        {app} bei {resource}
      </>
    ),
    endsByItself: (day) => <>Wenn er nicht verwendet wird, endet dieser Zugriff am {day}.</>,
    remove: 'Zugriff entfernen',
    removeOf: (app) => `Zugriff entfernen: ${app}`,
    removeQuestion: (app) => <>Den Zugriff von {app} entfernen?</>,
    removeText: (app) => (
      <>
        Innerhalb einer Sekunde hat die App auf keinem Gerät mehr Zugriff. Was sie schon kopiert hat, behält sie: Bitten
        Sie {app}, es zu löschen.
      </>
    ),
    removeDelegations: 'Auch andere Apps, die diesen Zugriff mitnutzen, verlieren ihn.',
    endsNow: 'Endet jetzt',
    keepIt: 'Behalten',
    removed: (app) => <>{app} hat keinen Zugriff mehr auf Ihr Konto</>,
    endedWith: (connections, codes) =>
      `Beendet: ${connections === 1 ? '1 Verbindung' : `${connections} Verbindungen`} und ${codes === 1 ? '1 nicht eingelöster Code' : `${codes} nicht eingelöste Codes`}.`,
    lastUsed: (day) => <>Zuletzt verwendet am {day}.</>,
    ended: (app) => <>Die Verbindung von {app} ist beendet</>,
    narrowed: (app) => <>{app} darf nur noch, was unten steht</>,
    gone: 'Dieser Zugriff war schon beendet.',
    none: 'Keine App hat Zugriff',
    noneText:
      'Wenn Sie einer App oder einem Gerät erlauben, auf Teile Ihres Kontos zuzugreifen, erscheint das hier, und Sie können den Zugriff wieder entfernen.',
    count: (count) => (count === 1 ? '1 App' : `${count} Apps`),
    before: 'Früher erlaubte Zugriffe',
  },

  browsers: {
    unknown: 'einem unbekannten Browser',
    on: (browser, system) => `${browser} auf ${system}`,
  },

  layout: {
    language: 'Sprache',
    menu: 'Menü',
    refused: (title) => `Fehler: ${title}`,
    skip: 'Zum Inhalt springen',
    signOut: 'Abmelden',
    theme: 'Darstellung',
    themes: { system: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
    yourAccount: 'Ihr Konto',
    sections: {
      account: 'Profil und Anmeldung',
      apps: 'Apps mit Zugriff',
      sessions: 'Wo Sie angemeldet sind',
      history: 'Verlauf',
      applications: 'Anwendungen',
      try: 'Ausprobieren',
      reference: 'API-Referenz',
      accounts: 'Konten',
      allApplications: 'Alle Anwendungen',
      resources: 'Ressourcen und Scopes',
      keys: 'Signaturschlüssel',
      events: 'Ereignisse',
    },
    ownDocs: (brand: string): string => `API-Dokumentation von ${brand}`,
    developers: 'Entwickler',
    administration: 'Administration',
  },

  console: {
    needsScript: 'Die Konsole braucht JavaScript',
    needsScriptText:
      'JavaScript ist in Ihrem Browser deaktiviert. Alles, was die Konsole kann, geht auch über die API: siehe API-Referenz.',
    missing: 'Die Konsole wurde nicht gebaut',
    missingText: (command) => (
      <>Wenn Sie diesen Server betreiben, bauen Sie sie mit {command} und starten den Server neu.</>
    ),
  },

  preview: {
    title: 'Vorschau',
    text: 'So werden Ihre Nutzer die Seite sehen. Hier lässt sich nichts erlauben, und der Nutzer ist nur ein Beispiel.',
    person: 'Alex Beispiel',
  },

  about: {
    app: 'Über diese App',
    description: 'Beschreibung',
    website: 'Website',
    policy: 'Datenschutzerklärung',
    terms: 'Nutzungsbedingungen',
    contact: 'Kontakt',
  },

  consent: {
    documentTitle: (name) => `${name} bittet um Zugriff`,
    title: (app, resource) => (
      <>
        {app} möchte auf „{resource}“ zugreifen
      </>
    ),
    identityTitle: (app) => <>{app} möchte wissen, wer Sie sind</>,
    strangerTitle: (app, resource) => (
      <>
        Eine App, die sich „{app}“ nennt, möchte auf „{resource}“ zugreifen
      </>
    ),
    strangerIdentityTitle: (app) => <>Eine App, die sich „{app}“ nennt, möchte wissen, wer Sie sind</>,
    anotherAccount:
      'Inzwischen sind Sie mit einem anderen Konto angemeldet. Es wurde nichts erlaubt: Entscheiden Sie noch einmal.',
    otherAccount: 'Anderes Konto verwenden',
    wouldLike: 'Die App möchte',
    wouldAlsoLike: 'Neu: Die App möchte außerdem',
    already: 'Das darf die App schon',
    alreadySince: (day) => <>Zugriff hat die App seit dem {day}.</>,
    mayLeaveOut: 'Sie können das weglassen; die App kann später noch einmal fragen.',
    furtherDetails: 'Die App bittet außerdem um',
    nothing: 'Wählen Sie mindestens eine Berechtigung aus, oder lehnen Sie ab.',
    startedTitle: 'Fahren Sie nur fort, wenn Sie das gerade selbst auf diesem Gerät begonnen haben',
    loopback: (host, app) => (
      <>
        Wenn Sie es erlauben, erhält ein Programm auf diesem Computer ({host}) den Zugriff. Jedes Programm hier kann
        sich als „{app}“ ausgeben.
      </>
    ),
    privateScheme: (scheme) => (
      <>
        Wenn Sie es erlauben, erhält diejenige App auf diesem Gerät den Zugriff, die Links mit {scheme} öffnet, welche
        auch immer das ist.
      </>
    ),
    goesTo: (host) => <>Danach geht es zurück zu {host}.</>,
    byDeveloper: (brand) => <>Hier von ihrem Entwickler registriert; {brand} hat nicht geprüft, wer das ist.</>,
    saysFrom: 'Eigene Angabe zur Herkunft',
    describedAt: 'Beschrieben unter',
    registered: 'Registriert',
    byItself: 'Von der App selbst',
    knownHere: 'Hier bekannt',
    sinceToday: 'Seit heute',
    since: (day) => <>Seit {day}</>,
    notChecked: 'Nicht geprüft',
    lasts: (span, apps) => (
      <>
        Der Zugriff gilt, bis Sie ihn entfernen oder bis er {span} lang nicht verwendet wurde. Entfernen können Sie ihn
        jederzeit unter {apps}.
      </>
    ),
    deny: 'Nicht erlauben',
    allow: 'Erlauben',
    more: 'Mehr zu dieser Anfrage',
    yes: 'Ja',
    no: 'Nein',
    staysOpen: (span) => <>Diese Anfrage bleibt {span} lang offen.</>,
    openFor: (left) => <>Diese Anfrage läuft in {left} ab</>,
    stillThere: 'Sind Sie noch da?',
    closesSoon: 'Diese Anfrage läuft in einer Minute ab.',
    moreTime: 'Ich brauche mehr Zeit',
    askedAgain: (span) => <>Die Anfrage war abgelaufen und wurde neu gestellt. Sie bleibt {span} lang offen.</>,
    closedTitle: 'Diese Anfrage ist abgelaufen',
    closed: (span) => (
      <>
        Eine Anfrage bleibt {span} lang offen, damit niemand sie später für Sie beantworten kann. Es wurde nichts
        erlaubt.
      </>
    ),
    showAgain: 'Noch einmal anzeigen',
    backWithout: (host) => <>Ohne Zugriff zurück zu {host}</>,
    notYou: 'Wenn Sie diese Seite nicht selbst geöffnet haben, schließen Sie sie.',
    answeredTitle: 'Diese Anfrage haben Sie schon beantwortet',
    answered: (app) => <>Falls sich {app} nicht geöffnet hat, gehen Sie dorthin zurück und beginnen Sie noch einmal.</>,
    refusedTitle: 'Dieser Link funktioniert nicht',
    refusedUnknown: (brand) => (
      <>{brand} kennt diese App nicht, oder ihre Rücksprungadresse ist nicht registriert. Es wurde nichts erlaubt.</>
    ),
    refusedRequest:
      'Die App, von der Sie kommen, hat etwas angefordert, das sie nicht darf, oder ihre Anfrage ist fehlerhaft. Das liegt nicht an Ihnen. Es wurde nichts erlaubt.',
    forDeveloper: 'Für den Entwickler',
    backTo: (host) => <>Zurück zu {host}</>,
  },

  controls: {
    show: 'Anzeigen',
    hide: 'Ausblenden',
  },

  fields: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    name: 'Name',
    wrongEmail: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
    wrongPassword:
      'Verwenden Sie 8 bis 256 Zeichen, aber kein häufiges Passwort und weder Ihren Namen noch Ihre E-Mail-Adresse.',
    wrongName: 'Verwenden Sie 1 bis 200 Zeichen, darunter mindestens einen Buchstaben oder eine Ziffer.',
  },

  history: {
    lead: 'Was in Ihrem Konto passiert ist, das Neueste zuerst. Wenn etwas davon nicht von Ihnen stammt, wählen Sie ein neues Passwort und melden Sie sich überall ab.',
    what: 'Was',
    when: 'Wann',
    from: 'Von',
    nowhere: 'vom Server selbst',
    none: 'Noch keine Ereignisse.',
    newest: 'Neueste',
    older: 'Ältere',
    anApp: 'eine App',
    other: 'Ein anderes Ereignis',
    events: {
      'account.created': 'Ihr Konto wurde angelegt',
      'account.changed': 'Ihr Name oder Ihr Passwort wurde geändert',
      'account.claims_changed': 'Was Apps über Sie erfahren, hat sich geändert',
      'sign_up.repeated': 'Jemand wollte mit Ihrer E-Mail-Adresse noch ein Konto anlegen',
      'email.verified': 'Ihre E-Mail-Adresse wurde bestätigt',
      'email.change_asked': 'Eine Änderung Ihrer E-Mail-Adresse wurde angefordert',
      'email.changed': 'Ihre E-Mail-Adresse wurde geändert',
      'password.reset_sent': 'Ein Administrator hat Ihnen eine E-Mail gesendet, um ein neues Passwort zu wählen',
      'notices.off': 'E-Mails zu Anmeldungen und Apps wurden deaktiviert',
      'notices.on': 'E-Mails zu Anmeldungen und Apps wurden aktiviert',
      'password.reset': 'Sie haben per E-Mail ein neues Passwort gewählt',
      'developer.added': 'Sie dürfen jetzt Anwendungen registrieren',
      'developer.removed': 'Sie dürfen keine Anwendungen mehr registrieren',
      'admin.added': 'Sie sind jetzt Administrator',
      'admin.removed': 'Sie sind nicht mehr Administrator',
      'account.disabled': 'Ihr Konto wurde deaktiviert',
      'account.enabled': 'Ihr Konto wurde wieder aktiviert',
      'sign_in.succeeded': 'Sie haben sich angemeldet',
      'sign_in.failed': 'Eine Anmeldung ist fehlgeschlagen: falsches Passwort',
      'sign_in.braked': 'Eine Anmeldung ist fehlgeschlagen: zu viele Versuche',
      'sign_in.ended': 'Sie haben sich in einem Browser abgemeldet',
      'sign_in.all_ended': 'Sie haben sich in allen oder allen anderen Browsern abgemeldet',
      'password.failed': 'Eine Änderung ist fehlgeschlagen: falsches Passwort',
      'application.created': (app) => <>Sie haben {app} registriert</>,
      'application.changed': (app) => <>Sie haben {app} geändert</>,
      'application.disabled': (app) => <>Ein Administrator hat {app} deaktiviert</>,
      'application.enabled': (app) => <>Ein Administrator hat {app} wieder aktiviert</>,
      'application.deleted': (app) => <>Sie haben {app} gelöscht</>,
      'secret.created': (app) => <>Ein Secret von {app} wurde erstellt</>,
      'secret.replaced': (app) => <>Ein Secret von {app} wurde ersetzt</>,
      'secret.deleted': (app) => <>Ein Secret von {app} wurde gelöscht</>,
      'consent.given': (app) => <>Sie haben {app} Zugriff erlaubt</>,
      'consent.refused': (app) => <>Sie haben {app} keinen Zugriff erlaubt</>,
      'grant.all_ended': 'Ein Administrator hat den Zugriff aller Apps beendet',
      'grant.ended': (app) => <>Der Zugriff von {app} wurde beendet</>,
      'connection.ended': (app) => <>Sie haben eine Verbindung von {app} beendet</>,
      'grant.narrowed': (app) => <>Sie haben {app} einzelne Berechtigungen entzogen</>,
      'replay.code': (app) => <>Eine Verbindung von {app} wurde beendet: Ihr Code wurde zweimal verwendet</>,
      'replay.refresh_token': (app) => (
        <>Eine Verbindung von {app} wurde beendet: Ihr Schlüssel wurde zweimal verwendet</>
      ),
      'refresh_token.revoked': (app) => <>{app} hat eine Verbindung selbst beendet</>,
      'access_token.revoked': (app) => <>{app} hat ein Token widerrufen</>,
      'test_token.issued': (app) => <>Sie haben ein Test-Token für {app} erstellt</>,
    },
    byAdministrator: {
      'sign_in.all_ended': 'Ein Administrator hat Sie überall abgemeldet',
      'application.deleted': (app) => <>Ein Administrator hat {app} gelöscht</>,
    },
  },

  identityScopes: {
    openid: 'Erfahren, wer Sie sind',
    profile: 'Ihren Namen sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    offline_access: 'Verbunden bleiben, während Sie weg sind',
  },

  leaving: {
    title: (host) => `Zurück zu ${host}`,
    heading: (host) => <>Zurück zu {host} …</>,
    headingApp: (scheme) => <>Zurück zur App, die Links mit {scheme} öffnet</>,
    go: 'Weiter',
    open: 'App öffnen',
    nothing:
      'Wenn nichts passiert, läuft das anfragende Programm vielleicht nicht mehr. Beginnen Sie dort noch einmal.',
  },

  reference: {
    lead: (openApi) => <>Alle Aufrufe dieses Servers, auf Englisch. Client-Generatoren lesen sie als {openApi}.</>,
    toConsole: 'Entwicklerkonsole',
    begin: {
      title: 'So fangen Sie an',
      account: (signUp, signIn) => (
        <>
          Legen Sie mit {signUp} ein Konto an und melden Sie sich mit {signIn} an, oder tun Sie beides im Browser.
          Außerhalb eines Browsers senden Sie das <code>session_token</code> als Bearer-Token.
        </>
      ),
      application: (register) => (
        <>
          Registrieren Sie mit {register} eine Anwendung. Bewahren Sie das <code>client_secret</code> auf: Sie sehen es
          nur einmal.
        </>
      ),
      token: (testToken) => <>Mit {testToken} erhalten Sie ein Token für Ihr eigenes Konto.</>,
      flow: (tryIt) => (
        <>Leiten Sie dann einen Nutzer durch den Ablauf. „{tryIt}“ in der Konsole zeigt jeden Schritt.</>
      ),
    },
    callers: {
      session: 'einem angemeldeten Konto, mit Sitzungstoken oder Sitzungscookie',
      cookie: 'einem Administrator, nur mit dem Sitzungscookie',
      client: 'einer Anwendung, mit ihren Zugangsdaten',
      access: 'einer Anwendung, mit einem Access-Token',
      registration: 'einem Client, mit seinem Initial- oder Registration-Access-Token',
    },
    calledBy: (callers, isOpen) =>
      `Aufgerufen von ${callers.length === 0 ? 'jedem' : callers.join(' oder ')}${isOpen ? ' oder ohne Zugangsdaten' : ''}.`,
    takes: (types) => <>Der Body ist {types.map((type, index) => (index === 0 ? type : <> oder {type}</>))}.</>,
    columns: { name: 'Name', place: 'Ort', type: 'Typ', note: 'Hinweise' },
    needed: 'erforderlich',
    errors: (statuses) => `Fehler: ${statuses}`,
    command: 'Als Befehl',
  },

  sessions: {
    lead: 'Die Browser, in denen dieses Konto angemeldet ist. Melden Sie alle ab, die nicht Ihre sind oder die Sie nicht mehr verwenden.',
    unknown: 'Unbekannter Browser',
    since: 'Angemeldet',
    lastUsed: (time) => <>zuletzt verwendet {time}</>,
    ends: (time) => <>läuft ab am {time}</>,
    here: 'Dieser Browser',
    end: 'Abmelden',
    endOf: (browser) => `Abmelden: ${browser}`,
    endOthers: 'Überall sonst abmelden',
    endAll: 'Überall abmelden',
    done: 'Der Browser ist abgemeldet',
    appsStay:
      'Apps behalten den Zugriff, den Sie erlaubt haben, aber manche werden mit dem Browser abgemeldet. Entfernen können Sie den Zugriff unter „Apps mit Zugriff“.',
  },

  signIn: {
    title: 'Anmelden',
    toContinue: (application) => <>um mit {application} fortzufahren</>,
    toContinueUnchecked: (application) => <>um mit einer App fortzufahren, die sich „{application}“ nennt</>,
    choose: 'Konto wählen',
    goOn: 'Mit diesem Konto fortfahren',
    or: 'oder',
    other: 'Anderes Konto verwenden',
    again: {
      login: (application) => <>{application} bittet Sie, sich noch einmal anzumelden.</>,
      max_age: (application) => <>Ihre Anmeldung ist zu alt für {application}. Melden Sie sich noch einmal an.</>,
      acr_values: (application) => <>{application} verlangt eine andere Art von Anmeldung.</>,
      account: (application) => <>{application} erwartet ein anderes Konto als das hier angemeldete.</>,
    },
    at: (host) => <>Bei {host} anmelden</>,
    with: (provider) => <>Mit {provider} anmelden</>,
    leading: {
      title: (host) => `Anmelden bei ${host}`,
      heading: (host) => <>Weiter zur Anmeldung bei {host} …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts passiert, klicken Sie auf die Schaltfläche. Danach kommen Sie hierher zurück.',
    },
    failed: {
      nobody: {
        title: 'Sie sind nicht angemeldet',
        text: 'Sie haben die Anmeldung nicht abgeschlossen. Sie können noch einmal beginnen.',
        again: 'Anmelden',
      },
      refused: {
        title: 'Dieses Konto kann hier nicht verwendet werden',
        text: 'Es ist deaktiviert. Fragen Sie die Betreiber dieses Dienstes, oder melden Sie sich mit einem anderen Konto an.',
        again: 'Anderes Konto verwenden',
      },
      otherBrowser: {
        title: 'Sie haben die Anmeldung woanders begonnen',
        text: 'Sie haben in einem anderen Browser begonnen, oder dieser speichert keine Cookies. Beginnen Sie hier noch einmal.',
        again: 'Anmelden',
      },
      away: {
        title: 'Diese Anmeldung ist gerade nicht möglich',
        text: (provider) => <>{provider} antwortet nicht wie erwartet. Versuchen Sie es später noch einmal.</>,
        again: 'Noch einmal versuchen',
      },
    },
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    createAccount: 'Konto anlegen',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch. Prüfen Sie beides, oder wählen Sie ein neues Passwort.',
    tooMany: (until) => <>Zu viele Versuche. Warten Sie bis {until}, oder wählen Sie ein neues Passwort.</>,
    busy: 'Gerade melden sich zu viele Nutzer an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  },

  signOut: {
    title: 'Abmelden',
    question: (brand) => <>Von {brand} abmelden?</>,
    asked: (application) => <>{application} bittet Sie, sich abzumelden.</>,
    unusable:
      'Der Link, über den Sie hierher gekommen sind, ist fehlerhaft. Sie können sich abmelden, kommen danach aber nicht zur App zurück.',
    keeps: 'Apps behalten den Zugriff, den Sie erlaubt haben.',
    leading: {
      title: (host) => `Abmelden bei ${host}`,
      heading: (host) => <>Sie werden auch bei {host} abgemeldet …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts passiert, klicken Sie auf die Schaltfläche. Danach kommen Sie hierher zurück.',
    },
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben',
    done: 'Sie sind abgemeldet',
    doneText: 'Um Ihr Konto zu verwenden, melden Sie sich wieder an.',
    back: (host) => <>Zurück zu {host}</>,
    again: 'Wieder anmelden',
  },

  signUp: {
    title: 'Konto anlegen',
    nameHint: 'Apps, denen Sie es erlauben, können ihn sehen.',
    passwordHint: 'Mindestens 8 Zeichen.',
    submit: 'Konto anlegen',
    known: 'Sie haben schon ein Konto?',
    taken: (signIn, reset) => (
      <>
        Mit dieser E-Mail-Adresse gibt es schon ein Konto. {signIn} oder {reset}.
      </>
    ),
    takenSignIn: 'Melden Sie sich an',
    takenReset: 'wählen Sie ein neues Passwort',
    tooMany: (until) => <>Aus Ihrem Netz wurden zu viele Konten angelegt. Warten Sie bis {until}.</>,
    busy: 'Gerade legen zu viele Nutzer ein Konto an. Versuchen Sie es in ein paar Sekunden noch einmal.',
    closed: 'Die Registrierung ist geschlossen',
    closedText: 'Die Betreiber dieses Dienstes legen die Konten an. Bitten Sie sie um eines.',
    mailed: 'Prüfen Sie Ihr Postfach',
    mailedText: (email) => (
      <>
        Eine E-Mail an {email} ist unterwegs. Geben Sie den Code aus der E-Mail hier ein, oder öffnen Sie den Link
        darin.
      </>
    ),
    code: 'Code',
    codeHint:
      'Sechs Ziffern, 10 Minuten lang gültig. Wenn in der E-Mail kein Code steht, erfahren Sie dort, wie es weitergeht.',
    codeSubmit: 'Weiter',
    codeWrong: 'Dieser Code ist falsch. Verwenden Sie den aus der neuesten E-Mail.',
    codeOver: 'Dieser Code ist nicht mehr gültig',
    codeOverText:
      'Ein Code ist 10 Minuten lang und für fünf Versuche gültig. Fordern Sie einen neuen an, oder öffnen Sie den Link in der E-Mail.',
    codeGone: 'Melden Sie sich mit der E-Mail-Adresse und dem Passwort an, die Sie gewählt haben.',
    codesTooMany: (until) => (
      <>Das waren zu viele falsche Codes. Öffnen Sie den Link in der E-Mail, oder warten Sie bis {until}.</>
    ),
    codeAgain: 'Neuen Code senden',
    codeSent: 'Eine neue E-Mail ist unterwegs. Frühere Codes sind nicht mehr gültig.',
    mailsTooMany: (until) => <>Es wurden zu viele E-Mails gesendet. Warten Sie bis {until}.</>,
  },

  device: {
    title: 'Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Fernseher, Ihr Programm oder Ihr Terminal anzeigt',
    code: 'Code',
    codeHint: 'Nur Buchstaben, in Groß- oder Kleinschreibung. Den Bindestrich können Sie weglassen.',
    sentTitle: 'Hat Ihnen jemand diesen Code gesendet?',
    sent: 'Dann brechen Sie hier ab. Der Absender bekäme Zugriff auf Ihr Konto.',
    goOn: 'Weiter',
    unknown:
      'Dieser Code ist falsch oder abgelaufen oder wurde schon verwendet. Vergleichen Sie ihn mit dem auf Ihrem Gerät.',
    tooMany: 'Zu viele falsche Codes. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    compare: (code) => <>Zeigt Ihr Gerät {code}?</>,
    yes: 'Ja',
    no: 'Nein',
    goesTo: 'Der Zugriff geht an das Gerät, das den Code zeigt, nicht an diesen Browser.',
    startedTitle: 'Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben',
    elsewhere: (network) => <>Das Gerät ist in einem anderen Netz als Sie ({network}).</>,
    mine: 'Das Gerät gehört mir, oder ich sehe es vor mir',
    notMine: 'Kreuzen Sie das an, wenn es stimmt, oder wählen Sie „Nicht erlauben“.',
    allowedTitle: 'Das Gerät ist verbunden',
    allowed: 'Auf dem Gerät geht es in ein paar Sekunden weiter. Sie können diese Seite schließen.',
    refusedTitle: 'Das Gerät wurde nicht verbunden',
    refused: 'Es wurde nichts erlaubt. Sie können diese Seite schließen.',
  },

  errors: {
    title: {
      badRequest: 'Dieser Link funktioniert nicht',
      forbidden: 'Diese Anfrage wurde blockiert',
      notFound: 'Seite nicht gefunden',
      notAllowed: 'So lässt sich diese Seite nicht verwenden',
      tooLarge: 'Das ist zu groß',
      tooMany: 'Zu viele Versuche',
      unavailable: 'Das ist gerade nicht möglich',
      failed: 'Hier ist etwas schiefgegangen',
    },
    text: {
      badRequest: 'Er ist unvollständig oder fehlerhaft. Es wurde nichts geändert.',
      forbidden:
        'Sie kam von einer Seite, die nicht von uns ist, oder Ihr Browser hat nicht angegeben, woher sie kam. Es wurde nichts geändert.',
      notFound: 'Vielleicht enthält die Adresse einen Tippfehler, oder die Seite gibt es nicht mehr.',
      notAllowed: 'Gehen Sie zurück und verwenden Sie die Schaltflächen der Seite.',
      tooLarge: 'Was Sie gesendet haben, ist größer, als dieser Server erlaubt. Es wurde nichts geändert.',
      tooMany: 'Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
      unavailable: 'Versuchen Sie es in ein paar Sekunden noch einmal. Es wurde nichts geändert.',
      failed:
        'Das liegt nicht an Ihnen. Versuchen Sie es noch einmal. Wenn es wieder passiert, nennen Sie den Betreibern dieses Servers die Nummer unten.',
    },
    waitUntil: (time) => <>Warten Sie bis {time} und versuchen Sie es dann noch einmal.</>,
    request: (id) => <>Anfrage {id}</>,
    start: 'Zur Startseite',
  },

  password: {
    title: 'Neues Passwort wählen',
    text: 'Wir senden Ihnen per E-Mail einen Link, über den Sie eines wählen.',
    send: 'Link senden',
    back: 'Zurück zur Anmeldung',
    asked: 'Prüfen Sie Ihr Postfach',
    askedText:
      'Wenn es zu dieser E-Mail-Adresse ein Konto gibt, ist eine E-Mail unterwegs. Der Link darin ist 30 Minuten lang gültig.',
    fresh: 'Neues Passwort',
    endGrants: 'Auch allen Apps den Zugriff entziehen',
    set: 'Passwort festlegen',
    done: 'Ihr neues Passwort ist festgelegt',
    doneText: 'Sie wurden überall abgemeldet. Melden Sie sich jetzt mit dem neuen Passwort an.',
  },

  mailed: {
    verify: 'E-Mail-Adresse bestätigen',
    change: 'Neue E-Mail-Adresse bestätigen',
    isYours: (email) => <>Gehört {email} Ihnen?</>,
    ends: 'Weil Sie diese E-Mail-Adresse zum ersten Mal bestätigen, werden Sie überall sonst abgemeldet, und Apps verlieren den Zugriff, den sie bisher hatten.',
    password: 'Passwort des Kontos',
    whyPassword:
      'Damit zeigen Sie, dass auch das Konto Ihnen gehört und nicht jemandem, der nur Ihre E-Mail-Adresse eingegeben hat.',
    wrong: 'Das ist nicht das Passwort des Kontos.',
    taken: 'Inzwischen verwendet ein anderes Konto diese E-Mail-Adresse.',
    submit: 'Ja, bestätigen',
    done: 'Ihre E-Mail-Adresse ist bestätigt',
    doneText: (email) => <>{email} ist jetzt die E-Mail-Adresse Ihres Kontos.</>,
    goOn: 'Weiter',
    over: 'Dieser Link ist nicht mehr gültig',
    overText: 'Gültig ist nur der neueste Link, einmal und 30 Minuten lang. Es wurde nichts geändert.',
    again: 'Neuen Link anfordern',
    spent: 'Dieser Link wurde schon verwendet',
    spentProof: (email) => <>Mit ihm wurde {email} bestätigt, die E-Mail-Adresse Ihres Kontos.</>,
    spentReset: 'Sie haben damit ein neues Passwort festgelegt. Melden Sie sich mit diesem an.',
    newEmail: 'Neue E-Mail-Adresse',
  },

  profile: {
    changeName: 'Namen ändern',
    changeEmail: 'E-Mail-Adresse ändern',
    changePassword: 'Passwort ändern',
    elsewhere: (host) => <>Name, E-Mail-Adresse und Passwort verwalten Sie bei {host}.</>,
    toProfile: 'Dort ändern',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    verifyText: 'Erst dann können Sie sicher sein, dass niemand sonst diese E-Mail-Adresse hier verwendet.',
    sendAgain: 'Link senden',
    notices: {
      title: 'E-Mails zu Ihrem Konto',
      text: 'Sie bekommen eine E-Mail, wenn sich jemand in einem neuen Browser mit Ihrem Konto anmeldet und wenn eine App Zugriff bekommt, höchstens einmal am Tag.',
      textElsewhere:
        'Sie bekommen eine E-Mail, wenn eine App Zugriff auf Ihr Konto bekommt, für jede App höchstens einmal am Tag.',
      always:
        'Auch wenn Ihr Passwort oder Ihre E-Mail-Adresse geändert wird, bekommen Sie eine E-Mail, höchstens einmal am Tag. Das können Sie nicht deaktivieren.',
      on: 'Aktiviert',
      off: 'Deaktiviert',
      turnOff: 'Deaktivieren',
      turnOn: 'Aktivieren',
    },
    data: 'Ihre Daten',
    dataText:
      'Alles, was hier über Sie gespeichert ist, in einer Datei: Konto, Sitzungen, Apps mit Zugriff, Verlauf. Passwörter stehen nicht darin.',
    export: 'Meine Daten herunterladen',
    close: 'Konto schließen',
    closeText:
      'Beendet alle Sitzungen und den Zugriff aller Apps und löscht Ihre Anwendungen, Ihren Namen und Ihre E-Mail-Adresse.',
    closed: 'Ihr Konto ist geschlossen',
    signInFirst: {
      title: 'Melden Sie sich noch einmal an',
      text: (door) => <>Um Ihr Konto zu schließen, melden Sie sich zuerst noch einmal bei {door} an.</>,
      again: 'Anmelden',
    },
    untold: {
      title: 'Dieses Konto lässt sich hier nicht schließen',
      text: 'Dieser Dienst erfährt nicht, wann Sie sich angemeldet haben. Bitten Sie die Betreiber, Ihr Konto zu schließen.',
      back: 'Zurück zum Konto',
    },
    closedText: 'Ihr Name und Ihre E-Mail-Adresse wurden gelöscht. Was Apps schon kopiert haben, behalten sie.',
    current: 'Aktuelles Passwort',
    save: 'Speichern',
    cancel: 'Abbrechen',
    text: {
      email:
        'Wir senden einen Link an die neue E-Mail-Adresse und benachrichtigen die alte. Die Änderung gilt, sobald Sie den Link öffnen und bestätigen.',
      password: 'Sie werden überall sonst abgemeldet.',
      close:
        'Das lässt sich nicht rückgängig machen. Alle Sitzungen und der Zugriff aller Apps enden. Ihre Anwendungen, Ihr Name und Ihre E-Mail-Adresse werden gelöscht.',
    },
    done: {
      name: 'Ihr Name wurde geändert.',
      password: 'Ihr Passwort wurde geändert. Sie wurden überall sonst abgemeldet.',
      mailed: 'Eine E-Mail ist unterwegs. Der Link darin ist 30 Minuten lang gültig.',
    },
  },

  mails: {
    verify: ({ brand, link, code }) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brand}`,
      text: `Jemand, vermutlich Sie, hat bei ${brand} mit dieser E-Mail-Adresse ein Konto angelegt. ${
        code === null
          ? 'Bestätigen Sie, dass es Ihre ist:'
          : `Um zu bestätigen, dass es Ihre ist, geben Sie diesen Code auf der Seite ein, auf der Sie das Konto angelegt haben:

${code}

Der Code ist 10 Minuten lang gültig. Geben Sie ihn an niemanden weiter und nirgends sonst ein. Sie können auch diesen Link öffnen:`
      }

${link}

Der Link ist einmal gültig, 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne diesen Schritt kann niemand nachweisen, dass die Adresse ihm gehört.
`,
    }),
    reset: ({ brand, link }) => ({
      subject: `Wählen Sie ein neues Passwort für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${brand}. Wählen Sie es hier:

${link}

Der Link ist einmal gültig, 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.
`,
    }),
    change: ({ brand, link }) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte diese E-Mail-Adresse für ein Konto bei ${brand} verwenden. Bestätigen Sie, dass es Ihre ist:

${link}

Der Link ist einmal gültig, 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es ändert sich nichts.
`,
    }),
    changeAsked: ({ brand, email, link }) => ({
      subject: `Ihre E-Mail-Adresse bei ${brand} soll geändert werden`,
      text: `Jemand, der Ihr Passwort kennt, möchte die E-Mail-Adresse Ihres Kontos bei ${brand} in ${email} ändern. Sie wird geändert, sobald das von diesem Postfach aus bestätigt wird.

Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort, um die Änderung zu verhindern:

${link}
`,
    }),
    newSignIn: ({ brand, time, browser, link, sessions, profile }) => ({
      subject: `Neue Anmeldung bei ${brand}`,
      text: `Jemand, vermutlich Sie, hat sich am ${time} in ${browser} mit Ihrem Konto bei ${brand} angemeldet. In diesem Browser war Ihr Konto vorher noch nie angemeldet.

Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wählen Sie jetzt ein neues Passwort. Damit wird Ihr Konto in allen Browsern abgemeldet:

${link}

Auf dieser Seite sehen Sie, wo Sie angemeldet sind:

${sessions}

In Ihrem Profil können Sie diese E-Mails deaktivieren:

${profile}
`,
    }),
    passwordChanged: ({ brand, time, browser, link }) => ({
      subject: `Ihr Passwort bei ${brand} wurde geändert`,
      text: `Das Passwort Ihres Kontos bei ${brand} wurde am ${time} in ${browser} geändert.

Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wählen Sie jetzt ein neues Passwort. Damit wird Ihr Konto in allen Browsern abgemeldet:

${link}
`,
    }),
    emailChanged: ({ brand, email, time, browser, link }) => ({
      subject: `Ihre E-Mail-Adresse bei ${brand} wurde geändert`,
      text: `Die E-Mail-Adresse Ihres Kontos bei ${brand} wurde am ${time} in ${browser} in ${email} geändert. An diese Adresse senden wir nichts mehr, was Ihr Konto betrifft.

Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, melden Sie sich an, stellen Sie die alte E-Mail-Adresse wieder ein und ändern Sie danach Ihr Passwort:

${link}

Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an die Betreiber von ${brand}.
`,
    }),
    newAccess: ({ brand, app, time, browser, link, password, profile }) => ({
      subject: `Eine App hat neuen Zugriff auf Ihr Konto bei ${brand}`,
      text: `Jemand, der mit Ihrem Konto angemeldet ist, vermutlich Sie, hat „${app}“ am ${time} in ${browser} Zugriff auf Ihr Konto bei ${brand} erlaubt.

Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, entfernen Sie den Zugriff hier:

${link}
${
  password === null
    ? ''
    : `
Wählen Sie danach ein neues Passwort, denn jemand anderes hat Zugang zu Ihrem Konto:

${password}
`
}
In Ihrem Profil können Sie diese E-Mails deaktivieren:

${profile}
`,
    }),
    taken: ({ brand, link }) => ({
      subject: `Sie haben schon ein Konto bei ${brand}`,
      text: `Jemand, vermutlich Sie, wollte diese E-Mail-Adresse bei ${brand} verwenden, aber es gibt schon ein Konto mit ihr. Es wurde nichts geändert.

Passwort vergessen? Wählen Sie ein neues:

${link}

Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.
`,
    }),
  },
};
