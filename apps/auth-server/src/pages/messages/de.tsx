import type { Messages } from './messages';

export const messages: Messages = {
  name: 'Deutsch',

  apps: {
    lead: 'Diese Apps dürfen Teile Ihres Kontos nutzen. Entfernen Sie, was Sie nicht mehr brauchen: Der Zugriff endet überall innerhalb einer Sekunde.',
    notChecked: 'Nicht geprüft',
    program: 'ein Programm auf einem Ihrer Geräte',
    moreHosts: (count) => `${count} weitere`,
    used: (ago) => <>benutzt {ago}</>,
    neverUsed: 'noch nicht benutzt',
    unusedFor: (days) => `seit ${days} Tagen nicht benutzt`,
    usedSince: (ago, since) => (
      <>
        Benutzt {ago} · seit {since}
      </>
    ),
    may: 'Die App darf',
    narrow: 'Einzelnes wieder entziehen',
    narrowHint:
      'Wählen Sie ab, was die App nicht mehr dürfen soll. Das gilt innerhalb einer Sekunde; den Rest darf sie weiterhin.',
    keeps: (app) => `Was ${app} behält`,
    keep: 'Nur die Auswahl behalten',
    nothingKept: 'Wählen Sie mindestens eine Berechtigung aus, oder entfernen Sie den Zugriff.',
    connections: (count, isMost) =>
      isMost ? `Die neuesten ${count} Verbindungen` : count === 1 ? '1 Verbindung' : `${count} Verbindungen`,
    noConnection: 'Zurzeit keine. Die App kann sich wieder verbinden.',
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
    endsByItself: (day) => <>Unbenutzt endet der Zugriff von selbst am {day}.</>,
    remove: 'Zugriff entfernen',
    removeOf: (app) => `Zugriff entfernen: ${app}`,
    removeQuestion: (app) => <>Den Zugriff von {app} entfernen?</>,
    removeText: (app) => (
      <>
        Innerhalb einer Sekunde hat die App auf keinem Gerät mehr Zugriff. Was sie vorher kopiert hat, behält sie:
        Bitten Sie {app}, es zu löschen.
      </>
    ),
    removeDelegations: 'Auch andere Apps, die diesen Zugriff mitnutzen, verlieren ihn.',
    endsNow: 'Endet jetzt',
    keepIt: 'Behalten',
    removed: (app) => <>{app} kann Ihr Konto nicht mehr erreichen</>,
    endedWith: (connections, codes) =>
      `Beendet: ${connections === 1 ? '1 Verbindung' : `${connections} Verbindungen`} und ${codes === 1 ? '1 unbenutzter Code' : `${codes} unbenutzte Codes`}.`,
    lastUsed: (day) => <>Zuletzt benutzt am {day}.</>,
    ended: (app) => <>Die Verbindung von {app} ist beendet</>,
    narrowed: (app) => <>{app} darf nur noch, was unten steht</>,
    gone: 'Dieser Zugriff war schon beendet.',
    none: 'Keine App hat Zugriff',
    noneText:
      'Wenn Sie einer App oder einem Gerät erlauben, Teile Ihres Kontos zu nutzen, sehen Sie das hier und können den Zugriff wieder entfernen.',
    count: (count) => (count === 1 ? '1 App' : `${count} Apps`),
    before: 'Was Sie früher erlaubt und entfernt haben',
  },

  browsers: {
    unknown: 'einem unbekannten Browser',
    on: (browser, system) => `${browser} auf ${system}`,
  },

  layout: {
    language: 'Sprache',
    menu: 'Menü',
    refused: (title) => `Fehler: ${title}`,
    skip: 'Zum Inhalt',
    signOut: 'Abmelden',
    theme: 'Darstellung',
    themes: { system: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
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
    developers: 'Entwicklung',
    administration: 'Administration',
  },

  console: {
    needsScript: 'Die Konsole braucht JavaScript',
    needsScriptText:
      'JavaScript ist in Ihrem Browser für diese Seite ausgeschaltet. Alles hier geht auch über die API: siehe API-Referenz.',
    missing: 'Die Konsole wurde nicht gebaut',
    missingText: (command) => <>Wer diesen Server betreibt, baut sie mit {command} und startet den Server neu.</>,
  },

  preview: {
    title: 'Vorschau',
    text: 'So werden Ihre Nutzer die Seite sehen. Hier lässt sich nichts erlauben, und die Person ist nur ein Beispiel.',
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
      'Inzwischen ist ein anderes Konto angemeldet. Es wurde nichts erlaubt: Entscheiden Sie noch einmal.',
    otherAccount: 'Anderes Konto benutzen',
    wouldLike: 'Die App möchte',
    wouldAlsoLike: 'Neu: Die App möchte außerdem',
    already: 'Das darf die App schon',
    alreadySince: (day) => <>Zugriff hat die App seit dem {day}.</>,
    mayLeaveOut: 'Sie können das weglassen; die App kann später noch einmal fragen.',
    furtherDetails: 'Außerdem bittet die App um',
    nothing: 'Wählen Sie mindestens eine Berechtigung aus, oder lehnen Sie ab.',
    startedTitle: 'Fahren Sie nur fort, wenn Sie das gerade selbst auf diesem Gerät begonnen haben',
    loopback: (host, app) => (
      <>
        Wenn Sie es erlauben, geht der Zugriff an ein Programm auf diesem Rechner ({host}). Jedes Programm hier kann
        sich als „{app}“ ausgeben.
      </>
    ),
    privateScheme: (scheme) => (
      <>
        Wenn Sie es erlauben, geht der Zugriff an die App auf diesem Gerät, die Links mit {scheme} öffnet, welche auch
        immer das ist.
      </>
    ),
    goesTo: (host) => <>Danach kommen Sie zurück zu {host}.</>,
    byDeveloper: (brand) => <>Hier von ihrem Entwickler registriert; {brand} hat nicht geprüft, wer das ist.</>,
    saysFrom: 'Gibt als Herkunft an',
    describedAt: 'Beschrieben unter',
    registered: 'Registriert',
    byItself: 'Durch die App selbst',
    knownHere: 'Hier bekannt',
    sinceToday: 'Seit heute',
    since: (day) => <>Seit {day}</>,
    notChecked: 'Nicht geprüft',
    lasts: (span, apps) => (
      <>
        Der Zugriff gilt, bis Sie ihn entfernen oder bis er {span} lang nicht benutzt wurde. Entfernen können Sie ihn
        jederzeit unter {apps}.
      </>
    ),
    deny: 'Nicht erlauben',
    allow: 'Erlauben',
    more: 'Mehr zu dieser Anfrage',
    yes: 'Ja',
    no: 'Nein',
    staysOpen: (span) => <>Diese Anfrage bleibt {span} lang offen.</>,
    openFor: (left) => <>Diese Anfrage ist noch {left} offen</>,
    stillThere: 'Sind Sie noch da?',
    closesSoon: 'Diese Anfrage läuft in einer Minute ab.',
    moreTime: 'Ich brauche mehr Zeit',
    askedAgain: (span) => (
      <>Die Zeit war abgelaufen. Die Anfrage wurde noch einmal gestellt und bleibt {span} lang offen.</>
    ),
    closedTitle: 'Diese Anfrage ist abgelaufen',
    closed: (span) => (
      <>
        Eine Anfrage bleibt {span} lang offen, damit niemand sie später für Sie beantworten kann. Es wurde nichts
        erlaubt.
      </>
    ),
    showAgain: 'Noch einmal anzeigen',
    backWithout: (host) => <>Ohne Zugriff zurück zu {host}</>,
    notYou: 'Wenn diese Seite ohne Ihr Zutun erschienen ist, schließen Sie sie.',
    answeredTitle: 'Das haben Sie schon beantwortet',
    answered: (app) => (
      <>Gehen Sie zurück zu {app} und beginnen Sie dort noch einmal, falls es sich nicht geöffnet hat.</>
    ),
    refusedTitle: 'Dieser Link funktioniert nicht',
    refusedUnknown: (brand) => (
      <>
        {brand} kennt die Anwendung nicht, oder ihre Rücksprungadresse ist nicht registriert. Es wurde nichts erlaubt.
      </>
    ),
    refusedRequest:
      'Die Anwendung, von der Sie kommen, hat etwas angefordert, das sie nicht darf, oder ihre Anfrage ist fehlerhaft. Das liegt nicht an Ihnen. Es wurde nichts erlaubt.',
    forDeveloper: 'Für den Entwickler',
    backTo: (host) => <>Zurück zu {host}</>,
  },

  controls: {
    show: 'Anzeigen',
    hide: 'Verbergen',
  },

  fields: {
    email: 'E-Mail',
    password: 'Passwort',
    name: 'Name',
    wrongEmail: 'Geben Sie eine Adresse wie name@example.com ein.',
    wrongPassword:
      'Verwenden Sie 8 bis 256 Zeichen: kein verbreitetes Passwort und weder Ihren Namen noch Ihre E-Mail.',
    wrongName: 'Verwenden Sie 1 bis 200 Zeichen, darunter mindestens einen Buchstaben oder eine Ziffer.',
  },

  history: {
    lead: 'Was mit Ihrem Konto geschehen ist, das Neueste zuerst. Wenn etwas davon nicht von Ihnen stammt, wählen Sie ein neues Passwort und melden Sie sich überall ab.',
    what: 'Was',
    when: 'Wann',
    from: 'Von',
    nowhere: 'keine: der Server selbst',
    none: 'Noch keine Ereignisse.',
    newest: 'Zum Neuesten',
    older: 'Ältere',
    anApp: 'eine Anwendung',
    other: 'Ein anderes Ereignis',
    events: {
      'account.created': 'Das Konto wurde angelegt',
      'account.changed': 'Name oder Passwort wurde geändert',
      'account.claims_changed': 'Was Anwendungen über Sie erfahren, hat sich geändert',
      'sign_up.repeated': 'Jemand wollte sich mit Ihrer E-Mail noch einmal registrieren',
      'email.verified': 'Ihre E-Mail wurde bestätigt',
      'email.change_asked': 'Eine Änderung Ihrer E-Mail wurde angefordert',
      'email.changed': 'Ihre E-Mail wurde geändert',
      'password.reset_sent': 'Ein Administrator hat eine E-Mail für ein neues Passwort gesendet',
      'notices.off': 'E-Mails zu Anmeldungen und Apps wurden abgeschaltet',
      'notices.on': 'E-Mails zu Anmeldungen und Apps wurden eingeschaltet',
      'password.reset': 'Über einen Link aus einer E-Mail wurde ein neues Passwort gesetzt',
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
      'sign_in.all_ended': 'Sie haben sich überall oder überall sonst abgemeldet',
      'password.failed': 'Eine Änderung ist fehlgeschlagen: falsches Passwort',
      'application.created': (app) => <>Sie haben {app} registriert</>,
      'application.changed': (app) => <>Sie haben {app} geändert</>,
      'application.disabled': (app) => <>Ein Administrator hat {app} deaktiviert</>,
      'application.enabled': (app) => <>Ein Administrator hat {app} wieder aktiviert</>,
      'application.deleted': (app) => <>Sie haben {app} gelöscht</>,
      'secret.created': (app) => <>Ein Secret von {app} wurde erstellt</>,
      'secret.replaced': (app) => <>Ein Secret von {app} wurde ersetzt</>,
      'secret.deleted': (app) => <>Ein Secret von {app} wurde gelöscht</>,
      'consent.given': (app) => <>Sie haben {app} den Zugriff erlaubt</>,
      'consent.refused': (app) => <>Sie haben {app} den Zugriff nicht erlaubt</>,
      'grant.all_ended': 'Ein Administrator hat den Zugriff aller Apps beendet',
      'grant.ended': (app) => <>Der Zugriff von {app} ist beendet</>,
      'connection.ended': (app) => <>Sie haben eine Verbindung von {app} beendet</>,
      'grant.narrowed': (app) => <>Sie haben {app} einzelne Rechte entzogen</>,
      'replay.code': (app) => <>Eine Verbindung von {app} wurde beendet: ihr Code wurde zweimal benutzt</>,
      'replay.refresh_token': (app) => (
        <>Eine Verbindung von {app} wurde beendet: ihr Schlüssel wurde zweimal benutzt</>
      ),
      'refresh_token.revoked': (app) => <>{app} hat eine Verbindung selbst beendet</>,
      'access_token.revoked': (app) => <>{app} hat ein Token zurückgegeben</>,
      'test_token.issued': (app) => <>Sie haben ein Token erstellt, um {app} zu testen</>,
    },
    byAdministrator: {
      'sign_in.all_ended': 'Ein Administrator hat Sie überall abgemeldet',
      'application.deleted': (app) => <>Ein Administrator hat {app} gelöscht</>,
    },
  },

  identityScopes: {
    openid: 'Erkennen, wer Sie sind',
    profile: 'Ihren Namen sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    offline_access: 'Verbunden bleiben, auch wenn Sie nicht da sind',
  },

  leaving: {
    title: (host) => `Zurück zu ${host}`,
    heading: (host) => <>Zurück zu {host} …</>,
    headingApp: (scheme) => <>Zurück zur App, die Links mit {scheme} öffnet</>,
    go: 'Weiter',
    open: 'App öffnen',
    nothing:
      'Wenn nichts passiert: Das Programm, das gefragt hat, läuft vielleicht nicht mehr. Beginnen Sie dort noch einmal.',
  },

  reference: {
    lead: (openApi) => <>Alle Aufrufe dieses Servers, auf Englisch. Generatoren für Clients lesen sie als {openApi}.</>,
    toConsole: 'Entwicklerkonsole',
    begin: {
      title: 'So fangen Sie an',
      account: (signUp, signIn) => (
        <>
          Registrieren Sie sich mit {signUp} und melden Sie sich mit {signIn} an, oder beides im Browser. Außerhalb
          eines Browsers senden Sie das <code>session_token</code> als Bearer-Token.
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
        <>Schicken Sie dann einen Nutzer durch den Ablauf. „{tryIt}“ in der Konsole zeigt jeden Schritt.</>
      ),
    },
    callers: {
      session: 'einem angemeldeten Konto, mit Sitzungstoken oder Cookie',
      cookie: 'einem Administrator, nur mit dem Sitzungscookie',
      client: 'einer Anwendung, mit ihren Zugangsdaten',
      access: 'einer Anwendung, mit einem Zugriffstoken',
      registration: 'einem Client, mit seinem Initial- oder Registration-Access-Token',
    },
    calledBy: (callers, isOpen) =>
      `Aufgerufen von ${callers.length === 0 ? 'jedem' : callers.join(' oder ')}${isOpen ? ' oder ohne Zugangsdaten' : ''}.`,
    takes: (types) => <>Der Body ist {types.map((type, index) => (index === 0 ? type : <> oder {type}</>))}.</>,
    columns: { name: 'Name', place: 'Wo', type: 'Typ', note: 'Hinweise' },
    needed: 'erforderlich',
    errors: (statuses) => `Fehler: ${statuses}`,
    command: 'Als Befehl',
  },

  sessions: {
    lead: 'Die Browser, in denen Sie mit diesem Konto angemeldet sind. Melden Sie sich dort ab, wo Sie das nicht sind oder nicht mehr angemeldet sein möchten.',
    unknown: 'Unbekannter Browser',
    since: 'Angemeldet',
    lastUsed: (time) => <>zuletzt benutzt {time}</>,
    ends: (time) => <>endet von selbst am {time}</>,
    here: 'Hier',
    end: 'Abmelden',
    endOf: (browser) => `Abmelden: ${browser}`,
    endOthers: 'Überall sonst abmelden',
    endAll: 'Überall abmelden',
    done: 'Dort abgemeldet',
    appsStay:
      'Apps behalten den Zugriff, den Sie erlaubt haben; manche werden mit dem Browser abgemeldet. Entfernen können Sie ihn unter „Apps mit Zugriff“.',
  },

  signIn: {
    title: 'Anmelden',
    toContinue: (application) => <>um mit {application} fortzufahren</>,
    toContinueUnchecked: (application) => <>um mit einer App fortzufahren, die sich „{application}“ nennt</>,
    choose: 'Konto wählen',
    goOn: 'Mit diesem Konto fortfahren',
    or: 'oder',
    other: 'Ein anderes Konto benutzen',
    again: {
      login: (application) => <>{application} bittet Sie, sich noch einmal anzumelden.</>,
      max_age: (application) => <>Ihre Anmeldung ist zu alt für {application}. Melden Sie sich noch einmal an.</>,
      acr_values: (application) => <>{application} verlangt eine andere Art der Anmeldung.</>,
      account: (application) => <>{application} erwartet ein anderes Konto als das, das hier angemeldet ist.</>,
    },
    at: (host) => <>Bei {host} anmelden</>,
    with: (provider) => <>Mit {provider} anmelden</>,
    leading: {
      title: (host) => `Anmelden bei ${host}`,
      heading: (host) => <>Sie melden sich bei {host} an …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts passiert, benutzen Sie die Schaltfläche. Danach kommen Sie hierher zurück.',
    },
    failed: {
      nobody: {
        title: 'Sie sind nicht angemeldet',
        text: 'Die Anmeldung wurde nicht abgeschlossen. Sie können sie von vorn beginnen.',
        again: 'Anmelden',
      },
      refused: {
        title: 'Dieses Konto kann hier nicht benutzt werden',
        text: 'Es ist deaktiviert. Fragen Sie die Betreiber dieses Dienstes, oder melden Sie sich mit einem anderen Konto an.',
        again: 'Ein anderes Konto verwenden',
      },
      otherBrowser: {
        title: 'Diese Anmeldung wurde woanders begonnen',
        text: 'Sie wurde in einem anderen Browser begonnen, oder dieser Browser speichert keine Cookies. Beginnen Sie hier noch einmal.',
        again: 'Anmelden',
      },
      away: {
        title: 'Diese Anmeldung ist gerade nicht möglich',
        text: (provider) => <>{provider} antwortet nicht wie erwartet. Versuchen Sie es etwas später noch einmal.</>,
        again: 'Noch einmal versuchen',
      },
    },
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    createAccount: 'Konto anlegen',
    wrong: 'E-Mail oder Passwort ist falsch. Prüfen Sie beides, oder wählen Sie ein neues Passwort.',
    tooMany: (until) => <>Zu viele Versuche. Warten Sie bis {until}, oder wählen Sie ein neues Passwort.</>,
    busy: 'Gerade melden sich zu viele Personen an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  },

  signOut: {
    title: 'Abmelden',
    question: (brand) => <>Von {brand} abmelden?</>,
    asked: (application) => <>{application} bittet darum.</>,
    unusable:
      'Der Link, über den Sie gekommen sind, ist fehlerhaft. Sie können sich abmelden, kommen aber nicht zur App zurück.',
    keeps: 'Apps behalten den Zugriff, den Sie erlaubt haben.',
    leading: {
      title: (host) => `Abmelden bei ${host}`,
      heading: (host) => <>Sie werden auch bei {host} abgemeldet …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts passiert, benutzen Sie die Schaltfläche. Danach kommen Sie hierher zurück.',
    },
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben',
    done: 'Sie sind abgemeldet',
    doneText: 'Um mit Ihrem Konto weiterzumachen, melden Sie sich wieder an.',
    back: (host) => <>Zurück zu {host}</>,
    again: 'Wieder anmelden',
  },

  signUp: {
    title: 'Konto anlegen',
    nameHint: 'So sehen ihn Apps, denen Sie das erlauben.',
    passwordHint: 'Mindestens 8 Zeichen.',
    submit: 'Konto anlegen',
    known: 'Sie haben schon ein Konto?',
    taken: (signIn, reset) => (
      <>
        Mit dieser E-Mail gibt es schon ein Konto. {signIn} oder {reset}.
      </>
    ),
    takenSignIn: 'Melden Sie sich an',
    takenReset: 'wählen Sie ein neues Passwort',
    tooMany: (until) => <>Aus Ihrem Netz wurden zu viele Konten angelegt. Warten Sie bis {until}.</>,
    busy: 'Gerade legen zu viele Personen ein Konto an. Versuchen Sie es in ein paar Sekunden noch einmal.',
    closed: 'Hier kann niemand selbst ein Konto anlegen',
    closedText: 'Die Betreiber dieses Servers legen die Konten an. Bitten Sie sie um eines.',
    mailed: 'Prüfen Sie Ihr Postfach',
    mailedText: (email) => (
      <>Eine E-Mail an {email} ist unterwegs. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link darin.</>
    ),
    code: 'Code',
    codeHint: 'Sechs Ziffern, 10 Minuten lang gültig. Steht in der Mail kein Code, sagt sie, wie es weitergeht.',
    codeSubmit: 'Weiter',
    codeWrong: 'Dieser Code ist falsch. Nehmen Sie den aus der neuesten Mail.',
    codeOver: 'Dieser Code gilt nicht mehr',
    codeOverText:
      'Ein Code gilt 10 Minuten und fünf Versuche lang. Fordern Sie einen neuen an, oder öffnen Sie den Link in der Mail.',
    codeGone: 'Melden Sie sich mit der E-Mail und dem Passwort an, die Sie gewählt haben.',
    codesTooMany: (until) => (
      <>Das waren zu viele falsche Codes. Öffnen Sie den Link in der Mail, oder warten Sie bis {until}.</>
    ),
    codeAgain: 'Neuen Code mailen',
    codeSent: 'Eine neue Mail ist unterwegs. Frühere Codes gelten nicht mehr.',
    mailsTooMany: (until) => <>Es wurden zu viele Mails verschickt. Warten Sie bis {until}.</>,
  },

  device: {
    title: 'Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Fernseher, Ihr Programm oder Ihr Terminal anzeigt',
    code: 'Code',
    codeHint: 'Nur Buchstaben, groß oder klein. Den Bindestrich können Sie weglassen.',
    sentTitle: 'Hat Ihnen jemand diesen Code geschickt?',
    sent: 'Dann brechen Sie hier ab. Wer ihn geschickt hat, bekäme Zugriff auf Ihr Konto.',
    goOn: 'Weiter',
    unknown: 'Dieser Code ist falsch, abgelaufen oder wurde schon benutzt. Vergleichen Sie ihn mit dem auf dem Gerät.',
    tooMany: 'Zu viele falsche Codes. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    compare: (code) => <>Zeigt Ihr Gerät {code}?</>,
    yes: 'Ja',
    no: 'Nein',
    goesTo: 'Der Zugriff geht an das Gerät, das den Code zeigt, nicht an diesen Browser.',
    startedTitle: 'Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben',
    elsewhere: (network) => <>Die Anfrage des Geräts kommt aus einem anderen Netz als Ihrem ({network}).</>,
    mine: 'Das Gerät gehört mir, oder ich sehe es vor mir',
    notMine: 'Kreuzen Sie das an, wenn es stimmt. Sonst erlauben Sie es nicht.',
    allowedTitle: 'Das Gerät ist verbunden',
    allowed:
      'Kehren Sie zum Gerät zurück: Dort geht es in ein paar Sekunden von selbst weiter. Sie können diese Seite schließen.',
    refusedTitle: 'Das Gerät wurde nicht verbunden',
    refused: 'Es wurde nichts erlaubt. Sie können diese Seite schließen.',
  },

  errors: {
    title: {
      badRequest: 'Dieser Link funktioniert nicht',
      forbidden: 'Das ist von dort aus nicht erlaubt',
      notFound: 'Diese Seite gibt es nicht',
      notAllowed: 'So lässt sich diese Seite nicht benutzen',
      tooLarge: 'Das ist zu viel auf einmal',
      tooMany: 'Zu viele Versuche',
      unavailable: 'Das ist gerade nicht möglich',
      failed: 'Hier ist etwas schiefgegangen',
    },
    text: {
      badRequest: 'Darin fehlt etwas, oder etwas stimmt nicht. Es wurde nichts geändert.',
      forbidden:
        'Die Seite, die das gesendet hat, ist keine von unseren, oder Ihr Browser hat nicht angegeben, welche es war. Es wurde nichts geändert.',
      notFound: 'Vielleicht enthält die Adresse einen Tippfehler, oder die Seite gibt es nicht mehr.',
      notAllowed: 'Gehen Sie zurück und benutzen Sie die Schaltflächen der Seite.',
      tooLarge: 'Was gesendet wurde, ist größer, als dieser Server annimmt. Es wurde nichts geändert.',
      tooMany: 'Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
      unavailable: 'Versuchen Sie es in ein paar Sekunden noch einmal. Es wurde nichts geändert.',
      failed:
        'Das liegt nicht an Ihnen. Versuchen Sie es noch einmal. Wenn das nicht hilft, nennen Sie den Betreibern dieses Servers die Nummer unten.',
    },
    waitUntil: (time) => <>Warten Sie bis {time} und versuchen Sie es dann noch einmal.</>,
    request: (id) => <>Anfrage {id}</>,
    start: 'Zur Startseite',
  },

  password: {
    title: 'Neues Passwort wählen',
    text: 'Wir schicken Ihnen einen Link, über den Sie ein neues wählen können.',
    send: 'Link schicken',
    back: 'Zurück zur Anmeldung',
    asked: 'Prüfen Sie Ihr Postfach',
    askedText: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs. Ihr Link gilt 30 Minuten.',
    fresh: 'Neues Passwort',
    endGrants: 'Auch allen Apps den Zugriff entziehen',
    set: 'Passwort setzen',
    done: 'Ihr Passwort wurde geändert',
    doneText: 'Sie wurden überall abgemeldet. Melden Sie sich jetzt mit dem neuen Passwort an.',
  },

  mailed: {
    verify: 'E-Mail bestätigen',
    change: 'Neue E-Mail bestätigen',
    isYours: (email) => <>Gehört {email} Ihnen?</>,
    ends: 'Weil Sie diese E-Mail zum ersten Mal bestätigen, werden Sie überall sonst abgemeldet, und Apps verlieren den Zugriff, den sie bisher hatten.',
    password: 'Passwort des Kontos',
    whyPassword:
      'Damit zeigen Sie, dass auch das Konto Ihnen gehört und nicht jemandem, der nur Ihre E-Mail eingegeben hat.',
    wrong: 'Das ist nicht das Passwort des Kontos.',
    taken: 'Inzwischen hat ein anderes Konto diese E-Mail.',
    submit: 'Ja, bestätigen',
    done: 'Ihre E-Mail ist bestätigt',
    doneText: (email) => <>{email} ist die E-Mail Ihres Kontos.</>,
    goOn: 'Weiter',
    over: 'Dieser Link ist nicht mehr gültig',
    overText: 'Ein Link gilt einmal, 30 Minuten lang, und nur der neueste. Es wurde nichts geändert.',
    again: 'Einen neuen anfordern',
    spent: 'Dieser Link wurde schon benutzt',
    spentProof: (email) => <>Damit wurde {email} bestätigt, die E-Mail Ihres Kontos.</>,
    spentReset: 'Damit wurde ein neues Passwort gesetzt. Melden Sie sich jetzt mit diesem an.',
    newEmail: 'Neue E-Mail',
  },

  profile: {
    changeName: 'Namen ändern',
    changeEmail: 'E-Mail ändern',
    changePassword: 'Passwort ändern',
    elsewhere: (host) => <>Name, E-Mail und Passwort verwalten Sie bei {host}.</>,
    toProfile: 'Dort ändern',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    verifyText: 'Erst dann können Sie sicher sein, dass niemand sonst diese E-Mail hier verwendet.',
    sendAgain: 'Link zuschicken',
    notices: {
      title: 'E-Mails zu Ihrem Konto',
      text: 'Sie bekommen eine E-Mail, wenn sich jemand in einem neuen Browser mit Ihrem Konto anmeldet und wenn eine App Zugriff bekommt, höchstens einmal am Tag.',
      textElsewhere:
        'Sie bekommen eine E-Mail, wenn eine App Zugriff auf Ihr Konto bekommt, für jede App höchstens einmal am Tag.',
      always: 'Wenn Ihr Passwort oder Ihre E-Mail geändert wird, bekommen Sie immer eine E-Mail.',
      on: 'Eingeschaltet',
      off: 'Abgeschaltet',
      turnOff: 'Abschalten',
      turnOn: 'Einschalten',
    },
    data: 'Ihre Daten',
    dataText:
      'Alles, was hier über Sie gespeichert ist, als Datei: Konto, Sitzungen, Apps mit Zugriff, Verlauf. Ein Passwort steht nicht darin.',
    export: 'Meine Daten herunterladen',
    close: 'Konto schließen',
    closeText:
      'Beendet alle Sitzungen und den Zugriff aller Apps und löscht Ihre Anwendungen, Ihren Namen und Ihre E-Mail.',
    closed: 'Ihr Konto ist geschlossen',
    signInFirst: {
      title: 'Melden Sie sich noch einmal an',
      text: (door) => <>Ihr Konto wird nur nach einer neuen Anmeldung bei {door} geschlossen.</>,
      again: 'Anmelden',
    },
    untold: {
      title: 'Dieses Konto lässt sich hier nicht schließen',
      text: 'Dieser Dienst erfährt nicht, wann Sie sich angemeldet haben. Bitten Sie die Betreiber, Ihr Konto zu schließen.',
      back: 'Zurück zum Konto',
    },
    closedText: 'Ihr Name und Ihre E-Mail wurden gelöscht. Was Apps vorher kopiert haben, behalten sie.',
    current: 'Aktuelles Passwort',
    save: 'Speichern',
    cancel: 'Abbrechen',
    text: {
      email:
        'Wir schicken einen Link an die neue Adresse und benachrichtigen die alte. Ihre E-Mail ändert sich, sobald Sie den Link geöffnet und bestätigt haben.',
      password: 'Überall sonst werden Sie abgemeldet.',
      close:
        'Das lässt sich nicht rückgängig machen. Alle Sitzungen und der Zugriff aller Apps enden. Ihre Anwendungen, Ihr Name und Ihre E-Mail werden gelöscht.',
    },
    done: {
      name: 'Ihr Name wurde geändert.',
      password: 'Ihr Passwort wurde geändert. Überall sonst sind Sie abgemeldet.',
      mailed: 'Eine E-Mail ist unterwegs. Ihr Link gilt 30 Minuten.',
    },
  },

  mails: {
    verify: ({ brand, link, code }) => ({
      subject: `Bestätigen Sie Ihre E-Mail für ${brand}`,
      text: `Jemand, vermutlich Sie, hat bei ${brand} mit dieser E-Mail ein Konto angelegt. ${
        code === null
          ? 'Bestätigen Sie, dass es Ihre ist:'
          : `Um zu bestätigen, dass es Ihre ist, geben Sie diesen Code auf der Seite ein, auf der Sie das Konto angelegt haben:

${code}

Der Code gilt 10 Minuten. Sagen Sie ihn niemandem, und geben Sie ihn nirgends sonst ein. Sie können auch diesen Link öffnen:`
      }

${link}

Der Link gilt einmal, 30 Minuten lang. Sie waren das nicht? Dann müssen Sie nichts tun: Ohne diesen Schritt kann niemand zeigen, dass die E-Mail ihm gehört.
`,
    }),
    reset: ({ brand, link }) => ({
      subject: `Wählen Sie ein neues Passwort für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${brand}. Wählen Sie es hier:

${link}

Der Link gilt einmal, 30 Minuten lang. Sie waren das nicht? Dann müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.
`,
    }),
    change: ({ brand, link }) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte diese E-Mail für ein Konto bei ${brand} verwenden. Bestätigen Sie, dass es Ihre ist:

${link}

Der Link gilt einmal, 30 Minuten lang. Sie waren das nicht? Dann müssen Sie nichts tun: Es ändert sich nichts.
`,
    }),
    changeAsked: ({ brand, email, link }) => ({
      subject: `Ihre E-Mail bei ${brand} soll sich ändern`,
      text: `Jemand, der Ihr Passwort kennt, möchte die E-Mail Ihres Kontos bei ${brand} in ${email} ändern. Sie ändert sich, sobald dieses Postfach es bestätigt.

Sie waren das nicht? Wählen Sie jetzt ein neues Passwort, um die Änderung zu verhindern:

${link}
`,
    }),
    newSignIn: ({ brand, time, browser, link, sessions, profile }) => ({
      subject: `Neue Anmeldung bei ${brand}`,
      text: `Jemand, vermutlich Sie, hat sich am ${time} in ${browser} bei Ihrem Konto bei ${brand} angemeldet. In diesem Browser war Ihr Konto vorher noch nie angemeldet.

Sie waren das? Dann müssen Sie nichts tun. Sie waren das nicht? Dann wählen Sie jetzt ein neues Passwort. Damit wird Ihr Konto in allen Browsern abgemeldet:

${link}

Auf dieser Seite sehen Sie, wo Sie angemeldet sind:

${sessions}

In Ihrem Profil können Sie diese E-Mails abschalten:

${profile}
`,
    }),
    passwordChanged: ({ brand, time, browser, link }) => ({
      subject: `Ihr Passwort bei ${brand} wurde geändert`,
      text: `Das Passwort Ihres Kontos bei ${brand} wurde am ${time} in ${browser} geändert.

Sie waren das? Dann müssen Sie nichts tun. Sie waren das nicht? Dann wählen Sie jetzt ein neues Passwort. Damit wird Ihr Konto in allen Browsern abgemeldet:

${link}
`,
    }),
    emailChanged: ({ brand, email, time, browser, link }) => ({
      subject: `Ihre E-Mail bei ${brand} wurde geändert`,
      text: `Die E-Mail Ihres Kontos bei ${brand} wurde am ${time} in ${browser} in ${email} geändert. An diese Adresse schicken wir nichts mehr, was Ihr Konto betrifft.

Sie waren das? Dann müssen Sie nichts tun. Sie waren das nicht? Dann melden Sie sich an, ändern Sie die E-Mail zurück und danach Ihr Passwort:

${link}

Können Sie sich nicht mehr anmelden, wenden Sie sich an die Betreiber von ${brand}.
`,
    }),
    newAccess: ({ brand, app, time, browser, link, password, profile }) => ({
      subject: `Eine App hat neuen Zugriff auf Ihr Konto bei ${brand}`,
      text: `Jemand, der mit Ihrem Konto angemeldet ist, vermutlich Sie, hat „${app}“ am ${time} in ${browser} Zugriff auf Ihr Konto bei ${brand} gegeben.

Sie waren das? Dann müssen Sie nichts tun. Sie waren das nicht? Dann entfernen Sie den Zugriff hier:

${link}
${
  password === null
    ? ''
    : `
Wählen Sie danach ein neues Passwort, denn jemand anderes kann sich mit Ihrem Konto anmelden:

${password}
`
}
In Ihrem Profil können Sie diese E-Mails abschalten:

${profile}
`,
    }),
    taken: ({ brand, link }) => ({
      subject: `Sie haben ein Konto bei ${brand}`,
      text: `Jemand, vermutlich Sie, wollte diese E-Mail bei ${brand} verwenden, aber es gibt schon ein Konto mit ihr. Es wurde nichts geändert.

Sie haben Ihr Passwort vergessen? Wählen Sie ein neues:

${link}

Sie waren das nicht? Dann müssen Sie nichts tun.
`,
    }),
  },
};
