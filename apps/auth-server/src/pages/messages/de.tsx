import type { Messages } from './messages';

export const messages: Messages = {
  name: 'Deutsch',

  apps: {
    lead: 'Diesen haben Sie erlaubt, Teile Ihres Kontos zu nutzen. Entfernen Sie, was Sie nicht mehr brauchen: Der Zugriff endet binnen einer Sekunde, überall.',
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
    narrowHint: 'Wählen Sie ab, was die App nicht mehr darf. Sie verliert es binnen einer Sekunde und behält den Rest.',
    keeps: (app) => `Was ${app} behält`,
    keep: 'Nur das Angekreuzte behalten',
    nothingKept: 'Behalten Sie mindestens eines, oder entfernen Sie den Zugriff.',
    connections: (count, isMost) =>
      isMost ? `Die neuesten ${count} Verbindungen` : count === 1 ? '1 Verbindung' : `${count} Verbindungen`,
    noConnection: 'Zurzeit keine. Die App kann sich wieder verbinden.',
    testToken: 'Test-Token',
    allowedIn: (browser) => `Erlaubt in ${browser}`,
    allowedForProgram: (browser) => `Erlaubt in ${browser}, für ein Programm dort`,
    end: 'Beenden',
    endOf: (connection, app) => `Beenden: ${connection}, ${app}`,
    actFor: 'Andere, die mit diesem Zugriff handeln',
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
        Binnen einer Sekunde kann die App auf keinem Gerät mehr tun, was Sie erlaubt haben. Was sie vorher kopiert hat,
        bleibt bei ihr: Bitten Sie {app}, das zu löschen.
      </>
    ),
    removeDelegations: 'Auch andere, die mit diesem Zugriff handeln, verlieren ihn.',
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
      'Wenn Sie einer App oder einem Gerät erlauben, Teile Ihres Kontos zu nutzen, steht das hier, und hier nehmen Sie es zurück.',
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
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
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
      'Ihr Browser hat es für diese Seite abgeschaltet. Alles hier geht auch mit der API: siehe API-Referenz.',
    missing: 'Die Konsole wurde nicht gebaut',
    missingText: (command) => <>Wer diesen Server betreibt, baut sie mit {command} und startet den Server neu.</>,
  },

  preview: {
    title: 'Vorschau',
    text: 'So, wie Menschen sie sehen werden. Erlauben kann man hier nichts, und die Person ist ein Beispiel.',
    person: 'Alex Beispiel',
  },

  consent: {
    documentTitle: (name) => `${name} fragt nach Zugriff`,
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
    already: 'Das erlauben Sie der App schon',
    alreadySince: (day) => <>Zugriff hat die App seit dem {day}.</>,
    mayLeaveOut: 'Sie können das weglassen; die App kann später noch einmal fragen.',
    furtherDetails: 'Außerdem fragt die App nach',
    nothing: 'Wählen Sie mindestens eines, oder lehnen Sie ab.',
    startedTitle: 'Machen Sie nur weiter, wenn Sie das gerade eben selbst begonnen haben, auf diesem Gerät',
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
    byDeveloper: (brand) => <>Hier von ihrem Entwickler eingetragen; {brand} hat nicht geprüft, wer das ist.</>,
    saysFrom: 'Gibt an, von hier zu sein',
    describedAt: 'Beschrieben unter',
    registered: 'Eingetragen',
    byItself: 'Von sich selbst',
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
    staysOpen: (span) => <>Diese Frage bleibt {span} lang offen.</>,
    openFor: (left) => <>Diese Frage ist noch {left} offen</>,
    stillThere: 'Sind Sie noch da?',
    closesSoon: 'Diese Frage wird in einer Minute geschlossen.',
    moreTime: 'Ich brauche mehr Zeit',
    askedAgain: (span) => <>Die Zeit war um. Die Frage wurde noch einmal gestellt und ist {span} lang offen.</>,
    closedTitle: 'Diese Frage ist geschlossen',
    closed: (span) => (
      <>
        Eine Frage nach Zugriff bleibt {span} lang offen, damit niemand sie später für Sie beantworten kann. Es wurde
        nichts erlaubt.
      </>
    ),
    showAgain: 'Noch einmal zeigen',
    backWithout: (host) => <>Ohne Zugriff zurück zu {host}</>,
    notYou: 'Wenn diese Seite ohne Ihr Zutun erschienen ist, schließen Sie sie.',
    answeredTitle: 'Das haben Sie schon beantwortet',
    answered: (app) => (
      <>Gehen Sie zurück zu {app} und beginnen Sie dort noch einmal, falls es sich nicht geöffnet hat.</>
    ),
    refusedTitle: 'Dieser Link funktioniert nicht',
    refusedUnknown: (brand) => (
      <>
        {brand} kennt die Anwendung nicht, oder die Adresse, zu der sie zurück möchte, ist nicht eingetragen. Es wurde
        nichts erlaubt.
      </>
    ),
    refusedRequest:
      'Die Anwendung, die Sie hierher geführt hat, fragt nach etwas, das sie nicht haben darf, oder auf falsche Weise. Es liegt nicht an Ihnen. Es wurde nichts erlaubt.',
    forDeveloper: 'Für ihren Entwickler',
    backTo: (host) => <>Zurück zu {host}</>,
  },

  controls: {
    show: 'Zeigen',
    hide: 'Verbergen',
  },

  fields: {
    email: 'E-Mail',
    password: 'Passwort',
    name: 'Name',
    wrongEmail: 'Schreiben Sie sie so: name@example.com.',
    wrongPassword:
      'Verwenden Sie 8 bis 256 Zeichen: kein verbreitetes Passwort und weder Ihren Namen noch Ihre E-Mail.',
    wrongName: 'Verwenden Sie 1 bis 200 Zeichen, darunter einen Buchstaben oder eine Ziffer.',
  },

  history: {
    lead: 'Was mit Ihrem Konto geschah, das Neueste zuerst. Waren Sie etwas davon nicht, wählen Sie ein neues Passwort und melden Sie sich überall ab.',
    what: 'Was',
    when: 'Wann',
    from: 'Von',
    nowhere: 'keine: der Server selbst',
    none: 'Es ist noch nichts geschehen.',
    newest: 'Zum Neuesten',
    older: 'Ältere',
    anApp: 'eine Anwendung',
    other: 'Etwas anderes ist geschehen',
    events: {
      'account.created': 'Das Konto wurde angelegt',
      'account.changed': 'Name oder Passwort wurde geändert',
      'account.claims_changed': 'Was Anwendungen über Sie erfahren, hat sich geändert',
      'sign_up.repeated': 'Jemand wollte sich mit Ihrer E-Mail noch einmal registrieren',
      'email.verified': 'Ihre E-Mail wurde bestätigt',
      'email.change_asked': 'Eine andere E-Mail wurde verlangt',
      'email.changed': 'Ihre E-Mail wurde geändert',
      'password.reset_sent': 'Ein Administrator ließ eine Mail für ein neues Passwort senden',
      'password.reset': 'Per Mail wurde ein neues Passwort gewählt',
      'developer.added': 'Sie dürfen jetzt Anwendungen registrieren',
      'developer.removed': 'Sie dürfen keine Anwendungen mehr registrieren',
      'admin.added': 'Sie sind jetzt Administrator',
      'admin.removed': 'Sie sind nicht mehr Administrator',
      'account.disabled': 'Ihr Konto wurde abgeschaltet',
      'account.enabled': 'Ihr Konto wurde wieder eingeschaltet',
      'sign_in.succeeded': 'Sie haben sich angemeldet',
      'sign_in.failed': 'Eine Anmeldung ist gescheitert: falsches Passwort',
      'sign_in.braked': 'Eine Anmeldung ist gescheitert: zu viele Versuche',
      'sign_in.ended': 'Sie haben sich in einem Browser abgemeldet',
      'sign_in.all_ended': 'Sie haben sich überall oder überall sonst abgemeldet',
      'password.failed': 'Eine Änderung ist gescheitert: falsches Passwort',
      'application.created': (app) => <>Sie haben {app} registriert</>,
      'application.changed': (app) => <>Sie haben {app} geändert</>,
      'application.disabled': (app) => <>Ein Administrator hat {app} abgeschaltet</>,
      'application.enabled': (app) => <>Ein Administrator hat {app} wieder eingeschaltet</>,
      'application.deleted': (app) => <>Sie haben {app} gelöscht</>,
      'secret.created': (app) => <>Ein Secret von {app} wurde angelegt</>,
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
      'test_token.issued': (app) => <>Sie haben ein Token angelegt, um {app} zu testen</>,
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
    calls: 'Aufrufe',
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
    lead: 'Die Browser, in denen Sie mit diesem Konto angemeldet sind. Melden Sie sich ab, wo Sie es nicht sind oder nicht mehr sind.',
    unknown: 'Unbekannter Browser',
    since: 'Angemeldet',
    ends: (time) => <>endet von selbst am {time}</>,
    here: 'Hier',
    end: 'Abmelden',
    endOf: (browser) => `Abmelden: ${browser}`,
    endOthers: 'Überall sonst abmelden',
    endAll: 'Überall abmelden',
    done: 'Dort abgemeldet',
    appsStay:
      'Was Sie Apps erlaubt haben, bleibt erlaubt; manche werden mit dem Browser abgemeldet. Sie entziehen den Zugriff unter „Apps mit Zugriff“.',
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
      acr_values: (application) => <>{application} verlangt eine andere Art der Anmeldung als Ihre.</>,
      account: (application) => <>{application} erwartet ein anderes Konto als das, das hier angemeldet ist.</>,
    },
    at: (host) => <>Bei {host} anmelden</>,
    with: (provider) => <>Mit {provider} anmelden</>,
    leading: {
      title: (host) => `Anmelden bei ${host}`,
      heading: (host) => <>Sie melden sich bei {host} an …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts geschieht, benutzen Sie den Knopf. Danach kommen Sie hierher zurück.',
    },
    failed: {
      nobody: {
        title: 'Sie sind nicht angemeldet',
        text: 'Die Anmeldung wurde nicht abgeschlossen. Sie können sie von vorn beginnen.',
        again: 'Anmelden',
      },
      refused: {
        title: 'Dieses Konto kann hier nicht benutzt werden',
        text: 'Es ist abgeschaltet. Fragen Sie die Betreiber dieses Dienstes, oder melden Sie sich mit einem anderen Konto an.',
        again: 'Ein anderes Konto verwenden',
      },
      otherBrowser: {
        title: 'Diese Anmeldung begann woanders',
        text: 'Sie wurde in einem anderen Browser begonnen, oder dieser behält keine Cookies. Beginnen Sie sie hier, in diesem Browser.',
        again: 'Anmelden',
      },
      away: {
        title: 'Diese Anmeldung geht gerade nicht',
        text: (provider) => <>{provider} antwortet nicht, wie es soll. Versuchen Sie es etwas später noch einmal.</>,
        again: 'Noch einmal versuchen',
      },
    },
    submit: 'Anmelden',
    forgot: 'Vergessen?',
    newHere: 'Neu hier?',
    createAccount: 'Konto anlegen',
    wrong:
      'Diese E-Mail und dieses Passwort gehören nicht zusammen. Prüfen Sie beide, oder wählen Sie ein neues Passwort.',
    tooMany: (until) => <>Zu viele Versuche. Warten Sie bis {until}, oder wählen Sie ein neues Passwort.</>,
    busy: 'Gerade melden sich zu viele an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  },

  signOut: {
    title: 'Abmelden',
    question: (brand) => <>Von {brand} abmelden?</>,
    asked: (application) => <>{application} bittet darum.</>,
    unusable:
      'An dem Link, der hierher führte, stimmt etwas nicht. Sie können sich abmelden, kommen aber nicht zur App zurück.',
    keeps: 'Was Sie Apps erlaubt haben, bleibt erlaubt.',
    leading: {
      title: (host) => `Abmelden bei ${host}`,
      heading: (host) => <>Sie werden auch bei {host} abgemeldet …</>,
      go: 'Weiter',
      nothing: 'Wenn nichts geschieht, benutzen Sie den Knopf. Danach kommen Sie hierher zurück.',
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
    nameHint: 'Wie ihn Apps sehen können, denen Sie das erlauben.',
    passwordHint: 'Mindestens 8 Zeichen.',
    submit: 'Konto anlegen',
    known: 'Sie haben ein Konto?',
    taken: (signIn, reset) => (
      <>
        Mit dieser E-Mail gibt es ein Konto. {signIn}, oder {reset}.
      </>
    ),
    takenSignIn: 'Melden Sie sich an',
    takenReset: 'wählen Sie ein neues Passwort',
    tooMany: (until) => <>Aus Ihrem Netz wurden zu viele Konten angelegt. Warten Sie bis {until}.</>,
    busy: 'Gerade legen zu viele ein Konto an. Versuchen Sie es in ein paar Sekunden noch einmal.',
    closed: 'Hier kann niemand selbst ein Konto anlegen',
    closedText: 'Wer diesen Server betreibt, legt die Konten an. Bitten Sie dort um eines.',
    mailed: 'Sehen Sie in Ihr Postfach',
    mailedText: (email) => (
      <>Eine Mail an {email} ist unterwegs. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link darin.</>
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
    lead: 'Tippen Sie den Code ein, den Ihr Fernseher, Werkzeug oder Terminal zeigt',
    code: 'Code',
    codeHint: 'Nur Buchstaben, groß oder klein. Der Strich in der Mitte kann fehlen.',
    sentTitle: 'Hat Ihnen jemand diesen Code geschickt?',
    sent: 'Dann hören Sie hier auf. Wer ihn geschickt hat, käme in Ihr Konto.',
    goOn: 'Weiter',
    unknown:
      'Dieser Code passt nicht, ist abgelaufen oder wurde schon beantwortet. Vergleichen Sie ihn mit dem, was das Gerät zeigt.',
    tooMany: 'Zu viele falsche Codes. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    compare: (code) => <>Zeigt Ihr Gerät {code}?</>,
    yes: 'Ja, das tut es',
    no: 'Nein',
    goesTo: 'Der Zugriff geht an das Gerät, das den Code zeigt, nicht an diesen Browser.',
    startedTitle: 'Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben',
    elsewhere: (network) => <>Das Gerät hat aus einem anderen Netz gefragt als Ihrem ({network}).</>,
    mine: 'Das Gerät gehört mir, oder ich sehe es vor mir',
    notMine: 'Kreuzen Sie das an, wenn es so ist, oder erlauben Sie es nicht.',
    allowedTitle: 'Das Gerät ist verbunden',
    allowed:
      'Gehen Sie zu ihm zurück: In ein paar Sekunden geht es dort von selbst weiter. Sie können diese Seite schließen.',
    refusedTitle: 'Das Gerät wurde nicht verbunden',
    refused: 'Es wurde nichts erlaubt. Sie können diese Seite schließen.',
  },

  errors: {
    title: {
      badRequest: 'Dieser Link funktioniert nicht',
      forbidden: 'Das geht von dort aus nicht',
      notFound: 'Diese Seite gibt es nicht',
      notAllowed: 'So lässt sich diese Seite nicht benutzen',
      tooLarge: 'Das ist zu viel auf einmal',
      tooMany: 'Zu viele Versuche',
      unavailable: 'Das geht gerade nicht',
      failed: 'Hier ist etwas schiefgegangen',
    },
    text: {
      badRequest: 'Darin fehlt etwas, oder etwas stimmt nicht. Es wurde nichts geändert.',
      forbidden:
        'Die Seite, die das gesendet hat, ist keine von unseren, oder Ihr Browser hat es nicht gesagt. Es wurde nichts geändert.',
      notFound: 'Vielleicht ist die Adresse vertippt, oder was hier stand, gibt es nicht mehr.',
      notAllowed: 'Gehen Sie zurück und benutzen Sie die Knöpfe der Seite.',
      tooLarge: 'Was gesendet wurde, ist größer, als dieser Server annimmt. Es wurde nichts geändert.',
      tooMany: 'Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
      unavailable: 'Versuchen Sie es in ein paar Sekunden noch einmal. Es wurde nichts geändert.',
      failed:
        'Es liegt nicht an Ihnen. Versuchen Sie es noch einmal; bleibt es so, nennen Sie dem Betreiber dieses Servers die Nummer unten.',
    },
    waitUntil: (time) => <>Warten Sie bis {time} und versuchen Sie es dann noch einmal.</>,
    request: (id) => <>Anfrage {id}</>,
    start: 'Zur Startseite',
  },

  password: {
    title: 'Neues Passwort wählen',
    text: 'Wir schicken Ihnen einen Link, mit dem Sie eines wählen.',
    send: 'Link schicken',
    back: 'Zurück zur Anmeldung',
    asked: 'Sehen Sie in Ihr Postfach',
    askedText: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs. Ihr Link gilt 30 Minuten.',
    fresh: 'Neues Passwort',
    endGrants: 'Auch allen Apps den Zugriff nehmen',
    set: 'Passwort setzen',
    done: 'Ihr neues Passwort gilt',
    doneText: 'Sie wurden überall abgemeldet. Melden Sie sich jetzt damit an.',
  },

  mailed: {
    verify: 'E-Mail bestätigen',
    change: 'Neue E-Mail bestätigen',
    isYours: (email) => <>Gehört {email} Ihnen?</>,
    ends: 'Weil es das erste Mal ist, werden Sie überall sonst abgemeldet, und Apps, die bisher erlaubt waren, verlieren den Zugriff.',
    password: 'Passwort des Kontos',
    whyPassword: 'Es zeigt, dass auch das Konto Ihres ist und nicht das von jemandem, der Ihre E-Mail eingetippt hat.',
    wrong: 'Das ist nicht das Passwort des Kontos.',
    taken: 'Inzwischen hat ein anderes Konto diese E-Mail.',
    submit: 'Ja, bestätigen',
    done: 'Ihre E-Mail ist bestätigt',
    doneText: (email) => <>{email} ist die E-Mail Ihres Kontos.</>,
    goOn: 'Weiter',
    over: 'Dieser Link ist verbraucht',
    overText: 'Ein Link gilt einmal, 30 Minuten lang, und nur der neueste. Es wurde nichts geändert.',
    again: 'Einen neuen anfordern',
    spent: 'Dieser Link hat schon gewirkt',
    spentProof: (email) => <>Er hat {email} bestätigt, die E-Mail Ihres Kontos.</>,
    spentReset: 'Mit ihm wurde ein neues Passwort gesetzt. Melden Sie sich jetzt damit an.',
    newEmail: 'Neue E-Mail',
  },

  profile: {
    changeName: 'Namen ändern',
    changeEmail: 'E-Mail ändern',
    changePassword: 'Passwort ändern',
    elsewhere: (host) => <>Name, E-Mail und Passwort liegen bei {host}.</>,
    toProfile: 'Dort ändern',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    verifyText: 'Erst dann können Sie sicher sein, dass niemand sonst diese E-Mail hier verwendet.',
    sendAgain: 'Link an mich schicken',
    data: 'Ihre Daten',
    dataText:
      'Alles, was hier über Sie gespeichert ist, als Datei: Konto, Sitzungen, Apps mit Zugriff, Verlauf. Ein Passwort steht nicht darin.',
    export: 'Als JSON sichern',
    close: 'Konto schließen',
    closeText:
      'Beendet alle Sitzungen und den Zugriff aller Apps, löscht Ihre Anwendungen und tilgt Ihren Namen und Ihre E-Mail.',
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
    closedText: 'Ihr Name und Ihre E-Mail wurden getilgt. Was Apps vorher kopiert haben, bleibt bei ihnen.',
    current: 'Jetziges Passwort',
    save: 'Speichern',
    cancel: 'Abbrechen',
    text: {
      email:
        'Wir schicken einen Link an die neue Adresse und sagen der alten Bescheid. Sie ändert sich, sobald Sie den Link geöffnet und bestätigt haben.',
      password: 'Überall sonst werden Sie abgemeldet.',
      close:
        'Das lässt sich nicht rückgängig machen. Alle Sitzungen und der Zugriff aller Apps enden, Ihre Anwendungen werden gelöscht, Ihr Name und Ihre E-Mail getilgt.',
    },
    done: {
      name: 'Ihr Name ist geändert.',
      password: 'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
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

Der Link gilt einmal, 30 Minuten lang. Sie waren es nicht? Dann tun Sie nichts: Ohne diesen Schritt kann niemand zeigen, dass die E-Mail ihm gehört.
`,
    }),
    reset: ({ brand, link }) => ({
      subject: `Wählen Sie ein neues Passwort für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${brand}. Wählen Sie es hier:

${link}

Der Link gilt einmal, 30 Minuten lang. Sie waren es nicht? Dann tun Sie nichts: Ihr Passwort bleibt, wie es ist.
`,
    }),
    change: ({ brand, link }) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail für ${brand}`,
      text: `Jemand, vermutlich Sie, möchte diese E-Mail für ein Konto bei ${brand} verwenden. Bestätigen Sie, dass es Ihre ist:

${link}

Der Link gilt einmal, 30 Minuten lang. Sie waren es nicht? Dann tun Sie nichts: Es ändert sich nichts.
`,
    }),
    changeAsked: ({ brand, email, link }) => ({
      subject: `Ihre E-Mail bei ${brand} soll sich ändern`,
      text: `Jemand, der Ihr Passwort kennt, möchte die E-Mail Ihres Kontos bei ${brand} in ${email} ändern. Sie ändert sich, sobald dieses Postfach es bestätigt.

Sie waren es nicht? Wählen Sie jetzt ein neues Passwort, das hält es auf:

${link}
`,
    }),
    taken: ({ brand, link }) => ({
      subject: `Sie haben ein Konto bei ${brand}`,
      text: `Jemand, vermutlich Sie, wollte diese E-Mail bei ${brand} verwenden, aber es gibt schon ein Konto mit ihr. Es wurde nichts geändert.

Sie wissen Ihr Passwort nicht mehr? Wählen Sie ein neues:

${link}

Sie waren es nicht? Dann tun Sie nichts.
`,
    }),
  },
};
