import type { Messages } from './messages';
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
      refused: 'Das wurde nicht getan',
      failed: 'Beim Server ging etwas schief',
    },
    text: {
      offline: 'Vielleicht ist Ihr Gerät offline. Was Sie eingegeben haben, steht noch hier.',
      declined: 'Melden Sie sich an, um weiterzumachen. Was Sie eingegeben haben, steht noch hier.',
      noRight:
        'Dieses Konto hat die Rolle nicht, oder nicht mehr. Ein anderer Administrator kann sie geben, oder wer diesen Server betreibt.',
      missing: 'Er ist älter als diese Seite. Alles andere geht; dies kommt dazu, sobald er aktualisiert ist.',
      refused: 'Der Server hat es abgelehnt und nichts geändert.',
      failed: 'Es liegt nicht an Ihnen. Versuchen Sie es gleich noch einmal.',
    },
    notFound: 'Hier ist nichts',
    notFoundText: 'Es wurde gelöscht, oder es gehört einem anderen Konto.',
    request: (id) => <>Bleibt es so, sagen Sie es denen, die den Server betreiben: Anfrage {id}</>,
    again: 'Noch einmal versuchen',
  },

  version: {
    title: { older: 'Dieser Server ist älter als die Konsole', newer: 'Diese Seite ist älter als der Server' },
    text: {
      older: (served, builtFor) =>
        `Die Konsole braucht Version ${builtFor} der API, der Server hat ${served}. Manches hier geht vielleicht erst, wenn er aktualisiert ist.`,
      newer: (served, builtFor) =>
        `Der Server hat Version ${served} der API, diese Seite wurde für ${builtFor} gemacht. Laden Sie die Seite neu.`,
    },
  },

  signIn: {
    title: 'Noch einmal anmelden',
    ended: 'Ihre Sitzung ist zu Ende. Was Sie eingegeben haben, bleibt und geht danach weiter.',
    tooOld:
      'Ihre Anmeldung ist mehr als zehn Minuten her, und das hier ändert, was anderen gehört. Danach geht es weiter.',
    email: 'E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    elsewhere: 'In einem anderen Tab anmelden',
    isDone: 'Ich bin angemeldet',
  },

  applications: {
    title: 'Anwendungen',
    text: 'Alles von Ihnen, was Menschen um Zugriff auf ihre Daten bittet.',
    new: 'Neue Anwendung',
    all: 'Alle Anwendungen',
    none: 'Noch keine Anwendung',
    noneText:
      'Registrieren Sie eine, um eine Client-ID zu bekommen. Dazu braucht es einen Namen und eine Adresse, zu der Menschen zurückkehren; alles andere kann warten.',
    tryFirst: 'Erst den Ablauf ausprobieren',
    find: 'Eine Anwendung finden',
    findHint: 'Name oder Client-ID',
    noMatch: 'Keine von Ihren hat diesen Namen oder diese Client-ID.',
    columns: { application: 'Anwendung', clientId: 'Client-ID', state: 'Zustand', made: 'Registriert' },
    live: 'In Betrieb',
    off: 'Abgeschaltet',
    count: (shown, all) => `${shown} von ${all}`,
    idsArePublic: 'Client-IDs sind öffentlich. Secrets sind es nie.',
    preview: 'Vorschau',
    previewHint: 'In einem neuen Tab: was Menschen gefragt werden. Erlauben kann man dort nichts.',
    consent: 'Ihre Zustimmungsseite ansehen',
    consentHint: 'In einem neuen Tab, wie Menschen sie sehen. Was Sie dort erlauben, erlaubt Ihr eigenes Konto.',
    unregistered: 'Clients, die niemand registriert',
    unregisteredText: (issuer) => (
      <>
        Clients des Model Context Protocol und andere, die ein Metadatendokument mitbringen, brauchen hier keinen
        Eintrag. Nennen Sie ihnen {issuer}.
      </>
    ),
  },

  purposes: {
    server: { name: 'Server-App', text: 'Läuft auf Ihrem Server, der ein Secret hüten kann.' },
    spa: { name: 'Single-Page-App', text: 'Läuft im Browser und hütet kein Secret.' },
    native: { name: 'Native App', text: 'Läuft auf Telefon oder Computer und hütet kein Secret.' },
    machine: { name: 'Maschine', text: 'Ein Dienst, der für sich selbst handelt, ohne Menschen.' },
    device: { name: 'Gerät', text: 'Fernseher oder Terminal: seinen Code gibt man anderswo ein.' },
    mcp: {
      name: 'MCP-Client',
      text: 'Ein Assistent, der für Menschen Werkzeuge ruft. Die meisten registrieren sich selbst.',
    },
  },
  kinds: {
    server: 'Server-App mit Secret',
    spa: 'Single-Page-App, ohne Secret',
    native: 'Native App, ohne Secret',
    machine: 'Maschine, für sich selbst',
    device: 'Gerät, ohne Secret',
  },

  create: {
    title: 'Neue Anwendung',
    text: 'Sie können später alles ändern, außer ob sie ein Secret hat.',
    purpose: 'Was ist es?',
    name: 'Name',
    nameHint: 'Menschen lesen ihn, wenn sie um Zugriff gebeten werden.',
    redirectUri: 'Redirect-URI',
    redirectUriHint: 'Wohin Menschen zurückkehren. Wird Zeichen für Zeichen verglichen.',
    redirectUriOfLoopback: 'Auf 127.0.0.1 und [::1] gilt jeder Port.',
    scopes: 'Was darf sie für sich selbst?',
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
    secretsText: 'Zwei zugleich erlauben einen Wechsel ohne Pause: eines hinzufügen, ausrollen, das alte löschen.',
    noSecrets: 'Kein Secret',
    noSecretsText: 'Jeder, der das Programm hat, könnte es lesen. Sie weist sich jedes Mal neu durch PKCE aus.',
    new: 'Neues Secret',
    fresh: 'Kopieren Sie das neue Secret jetzt',
    freshText: 'Aufbewahrt wird nur ein Hash. Verlassen Sie diese Seite, kann es niemand mehr zeigen.',
    leave: 'Sie haben das neue Secret nicht kopiert. Verlassen Sie diese Seite, zeigt es niemand mehr. Verlassen?',
    columns: { secret: 'Secret', used: 'Zuletzt benutzt', actions: 'Aktionen' },
    isNew: 'Neu',
    ofDay: (day) => `Secret vom ${day}`,
    notYet: 'Noch nie',
    delete: 'Löschen',
    deleteOf: (day, hint) => `Das Secret vom ${day} ${hint} löschen`.replace('  ', ' '),
    hint: 'Endet auf',
    count: (count) => `${count} von 5. Das letzte kann nicht gelöscht werden.`,
    deleteTitle: 'Dieses Secret löschen?',
    deleteUsed: (when) => `Es wurde ${when} benutzt. Was es noch benutzt, wird sofort abgewiesen.`,
    deleteUnused: 'Es wurde nie benutzt.',
    redirectUris: 'Redirect-URIs',
    redirectUrisText: 'Wohin Menschen zurückkehren dürfen. Wird Zeichen für Zeichen verglichen.',
    remove: (uri) => `${uri} entfernen`,
    add: 'Hinzufügen',
    addOne: 'Eine hinzufügen',
  },

  fields,
  redirectUris,

  testToken: {
    title: 'Eilig?',
    text: 'Ein Token für Ihr eigenes Konto, mit einem Klick. Eine Zustimmung ist es nicht; Sie finden es unter Apps mit Zugriff.',
    get: 'Test-Token holen',
    more: 'Scopes und Dauer',
    scopes: 'Welche Scopes?',
    lasts: 'Wie lange?',
    anHour: 'Eine Stunde',
    asUsual: 'So lange wie die anderen Tokens der Anwendung, mit Refresh-Token',
    ready: 'Ein Token für Sie',
    readyText: 'Es bleibt nur auf dieser Seite, bis Sie sie verlassen.',
    ofToken: 'Access-Token',
    mayDo: (scopes) => `Es darf: ${scopes}`,
  },

  usage,

  logo: {
    title: 'Logo',
    file: 'Bilddatei',
    hint: 'PNG, JPEG oder WebP, höchstens 64 KB und 1024 × 1024 Pixel. Menschen sehen es neben dem Namen.',
    remove: 'Logo entfernen',
  },

  settings: {
    tab: 'Einstellungen',
    switchOff: 'Abschalten',
    switchOn: 'Einschalten',
    isOff: 'Sie ist abgeschaltet',
    isOffText:
      'Niemand kann ihr etwas erlauben, und ihre Tokens werden abgewiesen. Wieder eingeschaltet, geht es weiter.',
    end: (name) => <>{name} löschen</>,
    endText:
      'Beendet sofort den Zugriff, den Menschen ihr gaben. Das lässt sich nicht rückgängig machen, Abschalten schon.',
    delete: 'Löschen …',
    deleteTitle: (name) => <>{name} löschen?</>,
    deleteText:
      'Alle, die ihr etwas erlaubt haben, verlieren sie sofort: Erlaubnisse, Verbindungen und unbenutzte Codes enden, ihre Secrets gelten nicht mehr, ihre Client-ID ist weg. Das lässt sich nicht rückgängig machen. Um sie eine Weile anzuhalten, schalten Sie sie ab.',
    typeName: (name) => <>Geben Sie {name} ein, um fortzufahren</>,
    deleteForGood: 'Endgültig löschen',
  },

  trying: {
    title: 'Ausprobieren',
    text: 'Der Authorization-Code-Ablauf, Schritt für Schritt, mit jeder Anfrage und Antwort, wie sie sind.',
    again: 'Von vorn',
    begin: 'Sechs Schritte, von der Frage bis zur abgewiesenen Wiederholung',
    beginText:
      'Beim ersten Mal wird eine eigene Anwendung namens Sandbox registriert: nichts, was benutzt wird, ändert sich. Codes und Tokens bleiben nur auf dieser Seite.',
    start: 'Anfangen',
    steps: {
      ask: {
        name: 'Um Zugriff bitten',
        short: 'Mit PKCE',
        text: 'Die Anwendung schickt den Browser hierher. Sie behält einen zufälligen Verifier und schickt dessen Hash. Die Antwort ist, was die Zustimmungsseite zeigt.',
      },
      decide: {
        name: 'Entscheiden',
        short: 'Als Mensch',
        text: 'Was „Erlauben“ tut. Die Antwort führt mit einem Code zur Anwendung zurück; die vergleicht den State mit ihrem.',
      },
      exchange: {
        name: 'Tokens holen',
        short: 'Code gegen Tokens',
        text: 'Mit dem Verifier weist die Anwendung nach, dass sie in Schritt 1 gefragt hat. Ein Code gilt einmal.',
      },
      call: {
        name: 'Den Dienst rufen',
        short: 'Mit dem Access-Token',
        text: 'Senden Sie das von einem Terminal, mit einem Pfad, den der Dienst hat: eine Seite dieses Servers ruft keinen anderen.',
      },
      refresh: {
        name: 'Erneuern',
        short: 'Ein neues Paar',
        text: 'Jedes Refresh-Token gilt einmal und bringt das nächste.',
      },
      replay: {
        name: 'Das alte noch einmal',
        short: 'Wird abgewiesen',
        text: 'Wer ein benutztes Refresh-Token schickt, könnte es gestohlen haben: es wird abgewiesen, und alle Tokens dieser Verbindung enden.',
      },
    },
    sends: { ask: 'Senden', decide: 'Erlauben', exchange: 'Senden', refresh: 'Senden', replay: 'Das alte senden' },
    mistakes: {
      verifier: 'Mit falschem Verifier',
      redirectUri: 'Mit anderer Redirect-URI',
      codeAgain: 'Den Code noch einmal senden',
    },
    goOn: 'Weiter',
    request: 'Die Anfrage',
    answer: 'Die Antwort',
    showAs: 'Zeigen als',
    formats: { http: 'HTTP', curl: 'curl', node: 'Node.js' },
    past: 'Was bisher geschah',
    token: 'Das Access-Token',
    tokenText: 'Hier gelesen, in Ihrem Browser.',
    signed: 'Die Signatur stimmt',
    unsigned: 'Die Signatur stimmt nicht',
    over: 'Das ist der ganze Ablauf',
    overText:
      'Die Wiederholung wurde abgewiesen, und die Verbindung ist zu Ende. Registrieren Sie eine eigene Anwendung, oder fangen Sie von vorn an.',
  },
};
