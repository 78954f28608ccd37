import { account } from './account.de';
import { one } from './application.de';
import { kinds } from './event-kinds.de';
import type { Messages } from './messages';

export const de: Messages = {
  type: (text) => <>Geben Sie {text} ein, um fortzufahren</>,

  refusals: {
    last_administrator:
      'Das ist der letzte Administrator. Geben Sie die Rolle erst einem anderen Konto: sonst könnte niemand diesen Server verwalten.',
    own_account:
      'Das ist Ihr eigenes Konto. Schalten Sie es auf seiner eigenen Seite ab oder schließen Sie es dort, unter Profil und Anmeldung.',
    other_issuer:
      'Dieses Konto meldet sich bei einem anderen Aussteller an, dessen Tokens die Rolle eines Administrators nie tragen.',
  },

  list: {
    count: (count, isMore) => (isMore ? `${count} gezeigt, es gibt mehr` : `${count} insgesamt`),
    more: 'Mehr zeigen',
    all: 'Alle zeigen',
  },

  accounts: {
    title: 'Konten',
    text: 'Alle, die sich hier anmelden können. Die neuesten zuerst, oder nach dem Anfang ihrer E-Mail.',
    found: 'Gefundene Konten',
    newest: 'Die neuesten Konten',
    find: 'Ein Konto am Anfang seiner E-Mail finden',
    hint: 'Anfang der E-Mail',
    search: 'Finden',
    none: 'Kein Konto',
    noMatch: (email) => (
      <>Keine E-Mail fängt mit „{email}“ an. Konten eines anderen Ausstellers findet man ohne eine.</>
    ),
    noAccount: 'Noch hat sich niemand registriert.',
    columns: { account: 'Konto', state: 'Zustand', roles: 'Rollen', since: 'Seit' },
    on: 'In Betrieb',
    off: 'Abgeschaltet',
    noRole: 'Keine',
    roles: { developer: 'Entwickler', admin: 'Administrator' },
  },

  account,

  applications: {
    title: 'Alle Anwendungen',
    text: 'Von allen Entwicklern, und Clients, die niemand registriert hat. Die neuesten zuerst.',
    of: (account) => <>Die des Kontos {account}.</>,
    found: 'Anwendungen',
    registeredBy: 'Registriert von',
    filters: { all: 'Alle', developer: 'Menschen', itself: 'Sich selbst', document: 'Dokumenten' },
    registrars: { developer: 'Einem Menschen', itself: 'Sich selbst', document: 'Ihrem Dokument' },
    none: 'Keine Anwendung',
    noneText: 'Keine ist so registriert.',
    columns: {
      application: 'Anwendung',
      by: 'Registriert von',
      state: 'Zustand',
      since: 'Seit',
      actions: 'Aktionen',
    },
    types: { confidential: 'Mit Secret', public: 'Ohne Secret' },
    on: 'In Betrieb',
    off: 'Abgeschaltet',
    offByDeveloper: 'Von ihrem Entwickler abgeschaltet',
    events: 'Ereignisse',
    switchOff: {
      button: 'Abschalten …',
      of: (name) => `${name} abschalten`,
      confirm: (name) => <>{name} abschalten?</>,
      ends: 'Sie wird überall abgewiesen, sofort; ihre Access-Tokens binnen einer Sekunde von Diensten, die die Widerrufe lesen. Ihr Entwickler kann sie nicht einschalten. Was Menschen ihr erlaubt haben, bleibt und gilt wieder, wenn sie eingeschaltet wird.',
      act: 'Abschalten',
      done: (name) => <>{name} ist abgeschaltet.</>,
    },
    switchOn: {
      button: 'Einschalten …',
      of: (name) => `${name} einschalten`,
      confirm: (name) => <>{name} einschalten?</>,
      ends: 'Sie arbeitet wieder, mit dem Zugriff, den Menschen ihr gaben.',
      act: 'Einschalten',
      done: (name) => <>{name} ist eingeschaltet.</>,
    },
    remove: {
      button: 'Löschen …',
      of: (name) => `${name} löschen`,
      confirm: (name) => <>{name} löschen?</>,
      ends: 'Alle, die ihr etwas erlaubt haben, verlieren sie sofort: Erlaubnisse, Verbindungen und unbenutzte Codes enden, ihre Secrets gelten nicht mehr, ihre Client-ID ist weg. Das lässt sich nicht rückgängig machen. Um sie eine Weile anzuhalten, schalten Sie sie ab.',
      comesBack: {
        developer: '',
        itself: 'Sie kann sich wieder registrieren, mit einer anderen Client-ID.',
        document:
          'Sie ist durch ein Dokument bekannt und kommt wieder, wenn jemand ihr etwas erlaubt. Um sie fernzuhalten, schalten Sie sie ab.',
      },
      act: 'Endgültig löschen',
      done: (name) => <>{name} ist gelöscht.</>,
    },
    one,
  },

  resources: {
    title: 'Ressourcen und Scopes',
    text: 'Worum Anwendungen Menschen bitten können, wie es dieser Server bei seinem Start gelesen hat.',
    file: (path) => <>Aus der Datei {path}. Ändern Sie es dort und starten Sie den Server neu.</>,
    noFile: (name) => (
      <>
        {name} ist nicht gesetzt: es gibt eine Ressource, die der Einstellungen. Setzen Sie es auf den Pfad einer Datei,
        um eigene zu haben.
      </>
    ),
    none: 'Keine Ressource',
    ofUrl: 'Adresse',
    columns: { scope: 'Scope', text: 'Was Menschen lesen', ask: 'Anfangs angekreuzt', claims: 'Claims' },
    ticked: 'Ja',
    sensitive: 'Nein: heikel',
    noScopes: 'Sie hat keine Scopes.',
    more: 'Wer mehr darf',
    clients: {
      client_credentials_clients: 'Dürfen für sich selbst handeln',
      token_exchange_clients: 'Dürfen Tokens tauschen',
      first_party_clients: 'Bekommen die Claims des Teams ohne Scope',
      introspection_clients: 'Dürfen Tokens prüfen lassen',
      authorization_details_types: 'Arten von authorization_details',
    },
    exchange: (client, from) => (
      <>
        {client}, für Tokens von {from}
      </>
    ),
    exchanges: 'Tausch von einer anderen Ressource',
    every: 'Jeder Client',
    nobody: 'Keine',
  },

  keys: {
    title: 'Signaturschlüssel',
    text: 'Sie signieren Tokens und wechseln von selbst. Dienste lesen die öffentlichen Hälften aus dem JWKS.',
    stats: { now: 'Signiert jetzt', next: 'Der nächste', inJwks: 'Schlüssel im JWKS' },
    since: (day) => `seit ${day}`,
    announcedOn: (day) => `angekündigt am ${day}`,
    noNext: 'Noch keiner',
    lives: 'Das Leben der Schlüssel',
    from: (from, to) => `${from} bis ${to}. Der Strich ist jetzt.`,
    legend: { announce: 'Angekündigt', sign: 'Signiert', retire: 'Gilt noch' },
    lane: {
      announced: (kid, from) => `${kid} ist angekündigt und signiert ab ${from}`,
      signing: (kid, from) => `${kid} signiert seit ${from}`,
      retired: (kid, until) => `${kid} signiert nicht mehr und gilt noch bis ${until}`,
      compromised: (kid, at) => `${kid} wurde am ${at} als bekannt geworden gemeldet und gilt nicht`,
    },
    all: 'Alle Schlüssel',
    none: 'Noch kein Schlüssel',
    columns: {
      key: 'Schlüssel',
      state: 'Zustand',
      signs: 'Signiert',
      algorithm: 'Algorithmus',
      until: 'Gilt bis',
    },
    phases: { announced: 'Angekündigt', signing: 'Signiert', retired: 'Läuft aus', compromised: 'Bekannt geworden' },
    purposes: { access_token: 'Access-Tokens', id_token: 'ID-Tokens' },
    signs: {
      announced: (from) => `ab ${from}`,
      signing: (from) => `seit ${from}`,
      retired: (from) => `ab ${from}, nicht mehr`,
      compromised: (from) => `ab ${from}, nicht mehr`,
    },
    stays: 'Nach seinem letzten Token',
    notTrusted: (at) => `Nicht mehr seit ${at}`,
    leaves: 'Ein Schlüssel verlässt das JWKS, wenn das letzte Token, das er signiert hat, abgelaufen ist.',
    events: 'Was geschah',
    rotate: {
      button: 'Wechseln …',
      confirm: 'Den nächsten Schlüssel jetzt ankündigen?',
      text: 'Ein neuer Schlüssel wird jetzt angekündigt und signiert, sobald Dienste Zeit hatten, ihn zu lesen. Kein Token wird abgewiesen. Wo schon einer angekündigt ist, geschieht nichts.',
      act: 'Wechseln',
      done: 'Der nächste Schlüssel ist angekündigt.',
    },
    leak: {
      button: 'Ein Schlüssel ist bekannt geworden …',
      confirm: 'Jeden Schlüssel und jedes Token beenden?',
      text: (count) =>
        `${count === 1 ? 'Der Schlüssel verlässt' : `Alle ${count} Schlüssel verlassen`} das JWKS, und ein neuer signiert sofort. Dienste, die die Widerrufe lesen, weisen vorher signierte Access-Tokens binnen einer Sekunde ab, andere, wenn sie das JWKS wieder lesen. Anwendungen bekommen mit ihren Refresh-Tokens neue; niemand meldet sich neu an.`,
      only: 'Nur, wenn jemand anderes einen Schlüssel haben könnte',
      onlyText: 'Um Schlüssel regelmäßig zu wechseln, nehmen Sie „Wechseln“: dann wird kein Token abgewiesen.',
      typed: 'alle Tokens beenden',
      act: 'Beenden',
      done: 'Alle Schlüssel sind ersetzt. Vorher signierte Access-Tokens werden abgewiesen.',
    },
    master: {
      title: 'Hauptschlüssel',
      text: 'Er versiegelt die Signaturschlüssel und macht Refresh- und Sitzungstokens. Ein Kommando ersetzt ihn, während kein Server läuft.',
      since: (day, days) => `Der jetzige seit ${day}: ${days === 0 ? 'heute' : days === 1 ? '1 Tag' : `${days} Tage`}`,
    },
  },

  events: {
    title: 'Ereignisse',
    text: 'Was auf diesem Server geschah, das Neueste zuerst. Lesen wird nicht aufgezeichnet.',
    filter: 'Nur zeigen',
    filters: {
      kind: { label: 'Was geschah', hint: 'Eine Art von Ereignis', wrong: 'Diese Art kennt der Server nicht.' },
      account: { label: 'Über das Konto', hint: 'E-Mail oder Konto-ID', wrong: 'Kein Konto hat diese E-Mail.' },
      client_id: { label: 'Über die Anwendung', hint: 'Client-ID', wrong: 'Das ist keine Client-ID.' },
      actor: { label: 'Vom Administrator', hint: 'E-Mail oder Konto-ID', wrong: 'Kein Konto hat diese E-Mail.' },
      from: { label: 'Von', hint: 'Der erste Tag', wrong: 'Wählen Sie einen Tag.' },
      to: { label: 'Bis', hint: 'Der letzte Tag', wrong: 'Wählen Sie einen Tag, der nicht vor dem ersten liegt.' },
    },
    everyKind: 'Alles',
    reset: 'Filter zurücksetzen',
    onlyAccount: 'Nur dieses Konto',
    onlyApplication: 'Nur diese Anwendung',
    accountGone: 'Geschlossen oder unbekannt',
    applicationGone: 'Gelöscht oder unbekannt',
    show: 'Zeigen',
    found: 'Was geschah',
    none: 'Keine Ereignisse',
    noneText: 'Kein aufgezeichnetes Ereignis passt zu diesen Filtern.',
    noneYet: 'Noch ist nichts aufgezeichnet.',
    columns: { when: 'Wann', what: 'Was', about: 'Worüber', by: 'Von wem' },
    server: 'Der Server',
    from: (address) => <>von {address}</>,
    kinds,
    other: 'Etwas anderes',
  },
};
