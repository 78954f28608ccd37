import { account } from './account.de';
import { one } from './application.de';
import { kinds } from './event-kinds.de';
import type { Messages } from './en';

export const de: Messages = {
  type: (text) => <>Geben Sie {text} ein, um fortzufahren</>,

  refusals: {
    last_administrator:
      'Das ist der letzte Administrator. Geben Sie die Rolle zuerst einem anderen Konto, sonst hätte dieser Server keinen mehr.',
    own_account:
      'Das ist Ihr eigenes Konto. Schließen oder deaktivieren Sie es auf seiner eigenen Seite, unter „Profil und Anmeldung“.',
    other_issuer:
      'Dieses Konto meldet sich bei einem anderen Issuer an, dessen Tokens nie die Administratorrolle enthalten.',
  },

  list: {
    count: (count, isMore) => (isMore ? `${count} angezeigt, es gibt mehr` : `${count} insgesamt`),
    more: 'Mehr anzeigen',
    all: 'Alle anzeigen',
  },

  accounts: {
    title: 'Konten',
    text: 'Alle, die sich hier anmelden können. Die neuesten zuerst, oder nach dem Anfang ihrer E-Mail-Adresse.',
    found: 'Gefundene Konten',
    newest: 'Die neuesten Konten',
    find: 'Konto nach dem Anfang der E-Mail-Adresse suchen',
    hint: 'Anfang der E-Mail-Adresse',
    search: 'Suchen',
    none: 'Kein Konto',
    noMatch: (email) => <>Keine E-Mail-Adresse beginnt mit „{email}“. Konten eines anderen Issuers haben hier keine.</>,
    noAccount: 'Noch hat niemand ein Konto angelegt.',
    columns: { account: 'Konto', state: 'Status', roles: 'Rollen', since: 'Seit' },
    on: 'Aktiv',
    off: 'Deaktiviert',
    noRole: 'Keine',
    roles: { developer: 'Entwickler', admin: 'Administrator' },
  },

  account,

  applications: {
    title: 'Alle Anwendungen',
    text: 'Anwendungen aller Entwickler und Clients, die sich selbst registriert haben. Die neuesten zuerst.',
    of: (account) => <>Anwendungen des Kontos {account}.</>,
    found: 'Anwendungen',
    registeredBy: 'Registriert von',
    filters: { all: 'Alle', developer: 'Entwicklern', itself: 'Sich selbst', document: 'Dokumenten' },
    registrars: { developer: 'Einem Entwickler', itself: 'Sich selbst', document: 'Ihrem Dokument' },
    none: 'Keine Anwendungen',
    noneText: 'Keine wurde auf diese Weise registriert.',
    columns: {
      application: 'Anwendung',
      by: 'Registriert von',
      state: 'Status',
      since: 'Seit',
      actions: 'Aktionen',
    },
    types: { confidential: 'Mit Secret', public: 'Ohne Secret' },
    on: 'Aktiv',
    off: 'Deaktiviert',
    offByDeveloper: 'Von ihrem Entwickler deaktiviert',
    events: 'Ereignisse',
    switchOff: {
      button: 'Deaktivieren …',
      of: (name) => `${name} deaktivieren`,
      confirm: (name) => <>{name} deaktivieren?</>,
      ends: 'Der Server lehnt die Anwendung sofort ab, und Dienste, die die Widerrufe lesen, lehnen ihre Access-Tokens innerhalb einer Sekunde ab. Ihr Entwickler kann sie nicht wieder aktivieren. Was Nutzer ihr erlaubt haben, bleibt gespeichert und gilt wieder, sobald Sie sie aktivieren.',
      act: 'Deaktivieren',
      done: (name) => <>{name} ist deaktiviert.</>,
    },
    switchOn: {
      button: 'Aktivieren …',
      of: (name) => `${name} aktivieren`,
      confirm: (name) => <>{name} aktivieren?</>,
      ends: 'Sie funktioniert wieder, mit dem Zugriff, den Nutzer ihr erlaubt haben.',
      act: 'Aktivieren',
      done: (name) => <>{name} ist aktiviert.</>,
    },
    remove: {
      button: 'Löschen …',
      of: (name) => `${name} löschen`,
      confirm: (name) => <>{name} löschen?</>,
      ends: 'Alle Nutzer verlieren die Anwendung sofort: Zugriffe, Verbindungen und nicht eingelöste Codes enden, ihre Secrets sind ungültig, und ihre Client-ID gibt es nicht mehr. Das lässt sich nicht rückgängig machen. Um sie nur vorübergehend anzuhalten, deaktivieren Sie sie.',
      comesBack: {
        developer: '',
        itself: 'Sie kann sich mit einer anderen Client-ID wieder registrieren.',
        document:
          'Sie ist durch ihr Metadatendokument bekannt und erscheint wieder, sobald ein Nutzer ihr Zugriff erlaubt. Um sie zu sperren, deaktivieren Sie sie.',
      },
      act: 'Endgültig löschen',
      done: (name) => <>{name} wurde gelöscht.</>,
    },
    one,
  },

  resources: {
    title: 'Ressourcen und Scopes',
    text: 'Worum Anwendungen Nutzer bitten können, wie dieser Server es beim Start gelesen hat.',
    file: (path) => <>Aus der Datei {path}. Ändern Sie es dort und starten Sie den Server neu.</>,
    noFile: (name) => (
      <>
        {name} ist nicht gesetzt, deshalb gibt es nur eine Ressource, aus den Einstellungen. Um eigene zu definieren,
        setzen Sie die Variable auf den Pfad einer Datei.
      </>
    ),
    none: 'Keine Ressourcen',
    ofUrl: 'Adresse',
    columns: { scope: 'Scope', text: 'Was Nutzer lesen', ask: 'Vorausgewählt', claims: 'Claims' },
    ticked: 'Ja',
    sensitive: 'Nein: sensibel',
    noScopes: 'Sie hat keine Scopes.',
    more: 'Clients mit mehr Rechten',
    clients: {
      client_credentials_clients: 'Dürfen im eigenen Namen handeln',
      token_exchange_clients: 'Dürfen Tokens tauschen',
      first_party_clients: 'Erhalten Ihre eigenen Claims ohne Scope',
      introspection_clients: 'Dürfen Tokens prüfen lassen',
      authorization_details_types: 'Arten von authorization_details',
    },
    exchange: (client, from) => (
      <>
        {client}, für Tokens von {from}
      </>
    ),
    exchanges: 'Tausch von Tokens einer anderen Ressource',
    every: 'Jeder Client',
    nobody: 'Keine',
  },

  keys: {
    title: 'Signaturschlüssel',
    text: 'Sie signieren Tokens und wechseln automatisch. Dienste lesen die öffentlichen Schlüssel aus dem JWKS.',
    stats: { now: 'Signiert derzeit', next: 'Als Nächstes', inJwks: 'Schlüssel im JWKS' },
    since: (day) => `seit ${day}`,
    announcedOn: (day) => `angekündigt am ${day}`,
    noNext: 'Noch keiner',
    lives: 'Laufzeiten der Schlüssel',
    from: (from, to) => `${from} bis ${to}. Der Strich markiert heute.`,
    legend: { announce: 'Angekündigt', sign: 'Signiert', retire: 'Gilt noch' },
    lane: {
      announced: (kid, from) => `${kid} ist angekündigt und signiert ab ${from}`,
      signing: (kid, from) => `${kid} signiert seit ${from}`,
      retired: (kid, until) => `${kid} signiert nicht mehr und gilt noch bis ${until}`,
      compromised: (kid, at) => `${kid} wurde am ${at} als kompromittiert gemeldet und gilt nicht mehr`,
    },
    all: 'Alle Schlüssel',
    none: 'Noch keine Schlüssel',
    columns: {
      key: 'Schlüssel',
      state: 'Status',
      signs: 'Signiert',
      algorithm: 'Algorithmus',
      until: 'Gilt bis',
    },
    phases: { announced: 'Angekündigt', signing: 'Signiert', retired: 'Läuft aus', compromised: 'Kompromittiert' },
    purposes: { access_token: 'Access-Tokens', id_token: 'ID-Tokens' },
    signs: {
      announced: (from) => `ab ${from}`,
      signing: (from) => `seit ${from}`,
      retired: (from) => `ab ${from}, nicht mehr`,
      compromised: (from) => `ab ${from}, nicht mehr`,
    },
    stays: 'Ablauf seines letzten Tokens',
    notTrusted: (at) => `Nicht mehr seit ${at}`,
    leaves: 'Ein Schlüssel verlässt das JWKS, sobald das letzte von ihm signierte Token abgelaufen ist.',
    events: 'Ereignisse',
    rotate: {
      button: 'Wechseln …',
      confirm: 'Den nächsten Schlüssel jetzt ankündigen?',
      text: 'Ein neuer Schlüssel wird jetzt angekündigt und signiert, sobald Dienste Zeit hatten, ihn zu lesen. Kein Token wird abgelehnt. Wenn schon einer angekündigt ist, passiert nichts.',
      act: 'Wechseln',
      done: 'Der nächste Schlüssel ist angekündigt.',
    },
    leak: {
      button: 'Ein Schlüssel ist kompromittiert …',
      confirm: 'Alle Schlüssel und alle Tokens beenden?',
      text: (count) =>
        `${count === 1 ? 'Der Schlüssel verlässt' : `Alle ${count} Schlüssel verlassen`} das JWKS, und ein neuer signiert sofort. Dienste, die die Widerrufe lesen, lehnen vorher signierte Access-Tokens innerhalb einer Sekunde ab, andere, sobald sie das JWKS wieder lesen. Anwendungen bekommen mit ihren Refresh-Tokens neue, und Nutzer bleiben angemeldet.`,
      only: 'Nur wenn jemand anderes einen Schlüssel haben könnte',
      onlyText: 'Für den regelmäßigen Wechsel verwenden Sie „Wechseln“: Dabei wird kein Token abgelehnt.',
      typed: 'alle Tokens beenden',
      act: 'Alle beenden',
      done: 'Alle Schlüssel wurden ersetzt. Vorher signierte Access-Tokens werden abgelehnt.',
    },
    master: {
      title: 'Hauptschlüssel',
      text: 'Er verschlüsselt die Signaturschlüssel und erzeugt Refresh- und Sitzungstokens. Ein Befehl ersetzt ihn, während kein Server läuft.',
      since: (day, days) =>
        `In Verwendung seit ${day}: ${days === 0 ? 'heute' : days === 1 ? '1 Tag' : `${days} Tage`}`,
    },
  },

  events: {
    title: 'Ereignisse',
    text: 'Was auf diesem Server passiert ist, das Neueste zuerst. Lesen wird nicht aufgezeichnet.',
    filter: 'Nur anzeigen',
    filters: {
      kind: { label: 'Was', hint: 'Eine Art von Ereignis', wrong: 'Diese Art kennt der Server nicht.' },
      account_id: {
        label: 'Über das Konto',
        hint: 'E-Mail-Adresse oder Konto-ID',
        wrong: 'Kein Konto hat diese E-Mail-Adresse.',
      },
      client_id: { label: 'Über die Anwendung', hint: 'Client-ID', wrong: 'Das ist keine Client-ID.' },
      actor_id: {
        label: 'Vom Administrator',
        hint: 'E-Mail-Adresse oder Konto-ID',
        wrong: 'Kein Konto hat diese E-Mail-Adresse.',
      },
      from: { label: 'Von', hint: 'Der erste Tag', wrong: 'Wählen Sie einen Tag.' },
      to: { label: 'Bis', hint: 'Der letzte Tag', wrong: 'Wählen Sie einen Tag, der nicht vor dem ersten liegt.' },
    },
    everyKind: 'Alles',
    reset: 'Filter zurücksetzen',
    onlyAccount: 'Nur dieses Konto',
    onlyApplication: 'Nur diese Anwendung',
    accountGone: 'Geschlossen oder unbekannt',
    applicationGone: 'Gelöscht oder unbekannt',
    show: 'Anzeigen',
    found: 'Ereignisse',
    none: 'Keine Ereignisse',
    noneText: 'Kein aufgezeichnetes Ereignis passt zu diesen Filtern.',
    noneYet: 'Noch wurde nichts aufgezeichnet.',
    columns: { when: 'Wann', what: 'Was', about: 'Betrifft', by: 'Durch' },
    server: 'Der Server',
    from: (address) => <>von {address}</>,
    kinds,
    other: 'Etwas anderes',
  },
};
