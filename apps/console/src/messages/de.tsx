import type { Messages } from './en';
import { fields, redirectUris } from './fields.de';
import { usage } from './usage.de';

export const de: Messages = {
  cancel: 'Abbrechen',
  administration: 'Administration',
  loading: 'Wird geladen',
  saved: 'Gespeichert',
  save: 'Speichern',

  copy: { label: (of) => `${of} kopieren`, copy: 'Kopieren', copied: 'Kopiert' },

  failures: {
    title: {
      offline: 'Der Server ist nicht erreichbar',
      declined: 'Sie haben sich nicht angemeldet',
      noRight: 'Sie sind kein Administrator',
      missing: 'Dieser Server hat das noch nicht',
      refused: 'Das konnte nicht gespeichert werden',
      failed: 'Auf dem Server ist etwas schiefgegangen',
    },
    text: {
      offline: 'Vielleicht ist Ihr Gerät offline. Was Sie eingegeben haben, steht noch hier.',
      declined: 'Melden Sie sich an, um fortzufahren. Was Sie eingegeben haben, steht noch hier.',
      noRight:
        'Dieses Konto ist kein Administrator. Ein anderer Administrator oder die Betreiber dieses Servers können ihm die Rolle geben.',
      missing:
        'Der Server ist älter als diese Seite. Alles andere funktioniert, und dies auch, sobald der Server aktualisiert ist.',
      refused: 'Der Server hat es abgelehnt und nichts geändert.',
      failed: 'Das liegt nicht an Ihnen. Versuchen Sie es gleich noch einmal.',
    },
    notFound: 'Hier ist nichts',
    notFoundText: 'Es wurde gelöscht, oder es gehört einem anderen Konto.',
    request: (id) => <>Wenn es wieder passiert, nennen Sie den Betreibern dieses Servers diese Nummer: Anfrage {id}</>,
    again: 'Noch einmal versuchen',
  },

  version: {
    title: { older: 'Dieser Server ist älter als die Konsole', newer: 'Diese Seite ist älter als der Server' },
    text: {
      older: (served, builtFor) =>
        `Die Konsole braucht Version ${builtFor} der API, der Server hat ${served}. Teile dieser Seite funktionieren vielleicht erst, wenn der Server aktualisiert ist.`,
      newer: (served, builtFor) =>
        `Der Server hat Version ${served} der API, diese Seite wurde für ${builtFor} gebaut. Laden Sie die Seite neu.`,
    },
  },

  signIn: {
    title: 'Noch einmal anmelden',
    ended: 'Ihre Sitzung ist beendet. Ihre Eingaben bleiben erhalten und werden gesendet, sobald Sie angemeldet sind.',
    tooOld:
      'Ihre Anmeldung ist mehr als zehn Minuten her, und diese Änderung betrifft andere. Sobald Sie angemeldet sind, geht es weiter.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    signIn: 'Anmelden',
    elsewhere: 'In einem anderen Tab anmelden',
    isDone: 'Ich bin angemeldet',
  },

  applications: {
    title: 'Anwendungen',
    text: 'Ihre Anwendungen, die Nutzer um Zugriff auf deren Daten bitten.',
    new: 'Neue Anwendung',
    all: 'Alle Anwendungen',
    none: 'Noch keine Anwendungen',
    noneText:
      'Registrieren Sie eine, um eine Client-ID zu bekommen. Sie braucht einen Namen und eine Adresse, zu der Nutzer zurückgeleitet werden.',
    tryFirst: 'Zuerst den Ablauf ausprobieren',
    find: 'Anwendung suchen',
    findHint: 'Name oder Client-ID',
    noMatch: 'Sie haben keine Anwendung mit diesem Namen oder dieser Client-ID.',
    columns: { application: 'Anwendung', kind: 'Art', people: 'Nutzer mit Zugriff', used: 'Zuletzt verwendet' },
    people: (count, isAtLeast) => `${isAtLeast ? 'mindestens ' : ''}${count.toLocaleString('de')}`,
    notYet: 'Noch nie',
    notLately: 'Nicht in den letzten 90 Tagen',
    off: 'Deaktiviert',
    count: (shown, all) => `${shown} von ${all}`,
    preview: 'Vorschau',
    previewHint: 'In einem neuen Tab: was Ihre Nutzer sehen. Erlauben lässt sich dort nichts.',
    consent: 'Zustimmungsseite ansehen',
    consentHint: 'In einem neuen Tab, wie Nutzer sie sehen. Was Sie dort erlauben, gilt für Ihr eigenes Konto.',
    unregistered: 'Clients ohne Registrierung',
    unregisteredText: (issuer) => (
      <>MCP-Clients und andere mit einem Metadatendokument brauchen hier keinen Eintrag. Nennen Sie ihnen {issuer}.</>
    ),
  },

  purposes: {
    server: { name: 'Server-App', text: 'Läuft auf Ihrem Server und kann ein Secret geheim halten.' },
    spa: { name: 'Single-Page-App', text: 'Läuft im Browser und hat kein Secret.' },
    native: { name: 'Native App', text: 'Läuft auf einem Telefon oder Computer und hat kein Secret.' },
    machine: { name: 'Maschine', text: 'Ein Job oder Dienst, der im eigenen Namen handelt, ohne Nutzer.' },
    device: { name: 'Gerät', text: 'Ein Fernseher oder Terminal: Nutzer geben den Code auf einem anderen Gerät ein.' },
    mcp: {
      name: 'MCP-Client',
      text: 'Ein Assistent, der für seine Nutzer Tools aufruft. Die meisten registrieren sich selbst.',
    },
  },
  kinds: {
    server: 'Server-App mit Secret',
    spa: 'Single-Page-App, ohne Secret',
    native: 'Native App, ohne Secret',
    machine: 'Maschine, im eigenen Namen',
    device: 'Gerät, ohne Secret',
  },

  create: {
    title: 'Neue Anwendung',
    text: 'Sie können später alles ändern, nur nicht, ob die Anwendung ein Secret hat.',
    purpose: 'Um welche Art von Anwendung geht es?',
    name: 'Name',
    nameHint: 'Nutzer sehen ihn, wenn sie um Zugriff gebeten werden.',
    redirectUri: 'Redirect-URI',
    redirectUriHint: 'Dorthin werden Nutzer zurückgeleitet. Muss genau übereinstimmen.',
    redirectUriOfLoopback: 'Auf 127.0.0.1 und [::1] ist jeder Port erlaubt.',
    scopes: 'Was darf sie im eigenen Namen?',
    register: 'Registrieren',
  },

  credentials: {
    tab: 'Zugangsdaten',
    identity: 'Identität',
    clientId: 'Client-ID',
    issuer: 'Issuer',
    metadata: 'Metadaten',
    ofClientId: 'Client-ID',
    ofIssuer: 'Issuer',
    ofMetadata: 'Adresse der Metadaten',
    ofSecret: 'Secret',
    secrets: 'Client-Secrets',
    secretsText: 'Ersetzen Sie ein Secret ohne Unterbrechung: Das alte gilt noch 24 Stunden.',
    noSecrets: 'Kein Secret',
    noSecretsText: 'Jeder, der das Programm hat, könnte ein Secret lesen. Die Anwendung verwendet stattdessen PKCE.',
    new: 'Neues Secret',
    fresh: 'Kopieren Sie das neue Secret jetzt',
    freshText:
      'Gespeichert wird nur ein Hash. Sobald Sie diese Seite verlassen, lässt sich das Secret nicht mehr anzeigen.',
    leave:
      'Sie haben das neue Secret nicht kopiert. Sobald Sie diese Seite verlassen, lässt es sich nicht mehr anzeigen. Trotzdem verlassen?',
    columns: { secret: 'Secret', used: 'Zuletzt verwendet', actions: 'Aktionen' },
    isNew: 'Neu',
    ofDay: (day) => `Secret vom ${day}`,
    ends: (when) => `Läuft ${when} ab`,
    ended: (when) => `Abgelaufen ${when}`,
    stillUsed: 'Wird noch verwendet',
    notYet: 'Noch nie',
    name: 'Name (optional)',
    nameHint: 'Wo es verwendet wird, zum Beispiel „Server in Frankfurt“.',
    create: 'Secret erstellen',
    replace: 'Ersetzen',
    replaceOf: (name, hint) => `${name} ${hint} ersetzen`.replace('  ', ' '),
    replaceTitle: 'Dieses Secret ersetzen?',
    replaceText: 'Sie erhalten jetzt ein neues Secret. Das alte gilt noch 24 Stunden, danach wird es abgelehnt.',
    delete: 'Löschen',
    deleteOf: (name, hint) => `${name} ${hint} löschen`.replace('  ', ' '),
    hint: 'Endet auf',
    count: (count) => `${count} von 5. Ein Secret ohne Ablauf bleibt immer bestehen.`,
    deleteTitle: 'Dieses Secret löschen?',
    deleteUsed: (when) => `Es wurde zuletzt ${when} verwendet. Was es noch verwendet, wird sofort abgelehnt.`,
    deleteUnused: 'Es wurde nie verwendet.',
    redirectUris: 'Redirect-URIs',
    redirectUrisText: 'Dorthin dürfen Nutzer zurückgeleitet werden. Muss genau übereinstimmen.',
    remove: (uri) => `${uri} entfernen`,
    add: 'Hinzufügen',
    addOne: 'Redirect-URI hinzufügen',
  },

  fields,
  redirectUris,

  quickStart: {
    title: 'Schnellstart',
    text: 'Die erste Anmeldung und der erste Aufruf, mit den Werten dieser Anwendung.',
    tool: 'Anzeigen für',
    tools: { node: 'Node.js', nest: 'NestJS', curl: 'curl' },
    shell: 'In der Shell',
    file: (name) => `Als ${name} speichern`,
    secretHere: 'Ihr neues Secret, solange es auf dieser Seite steht',
    secretElsewhere: 'Das Secret, das Sie gespeichert haben',
    ofShell: 'die Zeilen für die Shell',
  },

  testToken: {
    title: 'Keine Zeit?',
    text: 'Ein Token für Ihr eigenes Konto, mit einem Klick. Es gilt nicht als Zustimmung und steht unter „Apps mit Zugriff“.',
    get: 'Test-Token erstellen',
    more: 'Scopes und Gültigkeit',
    resource: 'Ressource',
    oneResource: 'Ein Token gilt nur für eine Ressource.',
    scopes: 'Scopes',
    lasts: 'Gültigkeit',
    anHour: 'Eine Stunde',
    asUsual: 'So lange wie andere Tokens der Anwendung, mit Refresh-Token',
    ready: 'Ihr Test-Token',
    readyText: 'Es steht nur auf dieser Seite, bis Sie sie verlassen.',
    ofToken: 'Access-Token',
    mayDo: (scopes) => `Es darf: ${scopes}`,
  },

  usage,

  logo: {
    title: 'Logo',
    file: 'Bilddatei',
    hint: 'PNG, JPEG oder WebP, höchstens 64 KB und 1024 × 1024 Pixel. Nutzer sehen es neben dem Namen.',
    remove: 'Logo entfernen',
  },

  settings: {
    tab: 'Einstellungen',
    switchOff: 'Deaktivieren',
    switchOn: 'Aktivieren',
    isOff: 'Die Anwendung ist deaktiviert',
    isOffText:
      'Nutzer können ihr keinen Zugriff erlauben, und ihre Tokens werden abgelehnt, bis Sie sie wieder aktivieren.',
    end: (name) => <>{name} löschen</>,
    endText:
      'Beendet sofort den Zugriff, den Nutzer ihr erlaubt haben. Das lässt sich nicht rückgängig machen, Deaktivieren schon.',
    delete: 'Löschen …',
    deleteTitle: (name) => <>{name} löschen?</>,
    deleteText:
      'Alle Nutzer verlieren die Anwendung sofort: Zugriffe, Verbindungen und nicht eingelöste Codes enden, ihre Secrets sind ungültig, und ihre Client-ID gibt es nicht mehr. Das lässt sich nicht rückgängig machen. Um sie nur vorübergehend anzuhalten, deaktivieren Sie sie.',
    typeName: (name) => <>Geben Sie {name} ein, um fortzufahren</>,
    deleteForGood: 'Endgültig löschen',
  },

  trying: {
    title: 'Ausprobieren',
    text: 'Der Authorization-Code-Ablauf, Schritt für Schritt, mit jeder Anfrage und Antwort im Original.',
    again: 'Noch einmal beginnen',
    begin: 'Sechs Schritte, von der Anfrage bis zur abgelehnten Wiederholung',
    beginText:
      'Beim ersten Mal wird dafür eine Anwendung namens Sandbox für Sie registriert, damit sich an Ihren anderen nichts ändert. Codes und Tokens bleiben nur auf dieser Seite.',
    start: 'Starten',
    steps: {
      ask: {
        name: 'Um Zugriff bitten',
        short: 'Mit PKCE',
        text: 'Die Anwendung leitet den Browser hierher. Sie behält einen zufälligen Verifier und sendet dessen Hash. Die Antwort ist das, was die Zustimmungsseite anzeigt.',
      },
      decide: {
        name: 'Entscheiden',
        short: 'Als Nutzer',
        text: 'Das, was „Erlauben“ tut. Die Antwort führt mit einem Code zur Anwendung zurück. Diese vergleicht den State mit ihrem eigenen.',
      },
      exchange: {
        name: 'Tokens holen',
        short: 'Code gegen Tokens',
        text: 'Mit dem Verifier weist die Anwendung nach, dass sie Schritt 1 begonnen hat. Ein Code ist einmal gültig.',
      },
      call: {
        name: 'Den Dienst aufrufen',
        short: 'Mit dem Access-Token',
        text: 'Senden Sie das von einem Terminal aus, an einen Pfad, den der Dienst hat: Seiten dieses Servers rufen keinen anderen Server auf.',
      },
      refresh: {
        name: 'Erneuern',
        short: 'Ein neues Paar',
        text: 'Jedes Refresh-Token ist einmal gültig und liefert das nächste.',
      },
      replay: {
        name: 'Das alte noch einmal verwenden',
        short: 'Wird abgelehnt',
        text: 'Ein schon verwendetes Refresh-Token könnte gestohlen sein: Es wird abgelehnt, und alle Tokens dieser Verbindung enden.',
      },
    },
    sends: { ask: 'Senden', decide: 'Erlauben', exchange: 'Senden', refresh: 'Senden', replay: 'Altes Token senden' },
    mistakes: {
      verifier: 'Mit einem falschen Verifier',
      redirectUri: 'Mit einer anderen Redirect-URI',
      codeAgain: 'Code noch einmal senden',
    },
    goOn: 'Weiter',
    request: 'Anfrage',
    answer: 'Antwort',
    showAs: 'Anzeigen als',
    formats: { http: 'HTTP', curl: 'curl', node: 'Node.js' },
    past: 'Bisher',
    token: 'Access-Token',
    tokenText: 'Hier in Ihrem Browser dekodiert.',
    signed: 'Die Signatur ist gültig',
    unsigned: 'Die Signatur ist ungültig',
    over: 'Das ist der ganze Ablauf',
    overText:
      'Die Wiederholung wurde abgelehnt, und die Verbindung ist beendet. Registrieren Sie eine eigene Anwendung, oder beginnen Sie noch einmal.',
  },
};
