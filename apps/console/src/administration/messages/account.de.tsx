import type { account as english } from './account.en';

export const account: typeof english = {
  numbers: { sessions: 'Angemeldete Browser', grants: 'Apps mit Zugriff', applications: 'Eigene Anwendungen' },
  identity: 'Identität',
  id: 'Konto-ID',
  ofId: 'Konto-ID',
  name: 'Name',
  noName: 'Keiner',
  verified: 'E-Mail-Adresse bestätigt',
  notVerified: 'Noch nicht',
  signsIn: 'Meldet sich an',
  here: 'Hier, mit einem Passwort',
  at: (issuer, subject) => (
    <>
      Bei {issuer}, als {subject}
    </>
  ),
  since: 'Seit',
  events: 'Ereignisse des Kontos',
  applications: 'Anwendungen des Kontos',

  roles: {
    title: 'Rollen',
    text: 'Sie gelten ab der nächsten Anfrage, auch in offenen Sitzungen.',
    hints: {
      developer: 'Darf Anwendungen in der Konsole registrieren. Ohne Wirkung, wenn das jedes Konto darf.',
      admin: 'Darf hier alles sehen und ändern. Muss sich hier mit einem Passwort anmelden.',
    },
    confirm: (account) => <>Die Rollen von {account} ändern?</>,
    given: {
      developer: 'Es darf Anwendungen registrieren.',
      admin: 'Es darf alles, was Sie hier dürfen: den Zugriff anderer beenden, Schlüssel ersetzen, Rollen geben.',
    },
    taken: {
      developer: 'Es darf keine Anwendungen mehr registrieren oder ändern, nur die eigenen ansehen und löschen.',
      admin: 'Es darf diesen Server nicht mehr verwalten, ab sofort und auch in offenen Sitzungen.',
    },
    recognise: (id, since) => (
      <>
        Konto {id}, angelegt {since}.
      </>
    ),
    unverified: 'Seine E-Mail-Adresse ist nicht bestätigt: Jemand anderes könnte das Konto mit ihr angelegt haben.',
    change: 'Rollen ändern',
    changed: 'Die Rollen wurden geändert.',
  },

  help: 'Hilfe',
  reset: {
    title: 'Passwort zurücksetzen',
    text: 'Sendet eine E-Mail mit einem Link, der einmal gültig ist, 30 Minuten lang. Das bisherige Passwort gilt, bis ein neues gewählt ist.',
    button: 'E-Mail senden',
    done: (email) => <>Eine E-Mail an {email} ist unterwegs.</>,
  },
  end: 'Beenden',
  sessions: {
    title: 'Überall abmelden',
    text: 'Beendet die Sitzungen des Kontos in allen Browsern. Apps behalten ihren Zugriff.',
    button: 'Alle Sitzungen beenden …',
    confirm: (account) => <>{account} überall abmelden?</>,
    ends: (count) =>
      `${count === 1 ? '1 Sitzung endet' : `${count} Sitzungen enden`}, jeweils mit der nächsten Anfrage des Browsers. Apps behalten ihren Zugriff.`,
    act: 'Alle Sitzungen beenden',
    done: 'Das Konto ist überall abgemeldet.',
  },
  grants: {
    title: 'Allen Apps den Zugriff entziehen',
    text: 'Jede App muss neu um Zugriff bitten, und der Nutzer muss ihn neu erlauben.',
    button: 'Allen Zugriff beenden …',
    confirm: (account) => <>Den Zugriff aller Apps auf {account} beenden?</>,
    ends: (count) =>
      `${count === 1 ? '1 App verliert' : `${count} Apps verlieren`} den Zugriff, mit allen Verbindungen und nicht eingelösten Codes. Dienste, die die Widerrufe lesen, lehnen die Tokens innerhalb einer Sekunde ab, andere, sobald sie abgelaufen sind. Was Apps schon kopiert haben, behalten sie.`,
    act: 'Allen Zugriff beenden',
    done: 'Keine App hat mehr Zugriff.',
  },
  off: {
    title: 'Konto deaktivieren',
    text: 'Niemand kann sich mit dem Konto anmelden, bis es wieder aktiviert ist.',
    button: 'Deaktivieren …',
    confirm: (account) => <>{account} deaktivieren?</>,
    ends: (sessions, grants) =>
      `Seine Sitzungen (${sessions}) und der Zugriff von Apps (${grants}) enden endgültig. Dienste, die die Widerrufe lesen, lehnen seine Tokens innerhalb einer Sekunde ab, und eine Anmeldung schlägt fehl wie mit einem falschen Passwort. Seine eigenen Anwendungen bleiben.`,
    act: 'Deaktivieren',
    done: 'Das Konto ist deaktiviert. Seine Sitzungen und der Zugriff von Apps sind beendet.',
    is: (day) => `Deaktiviert seit ${day}`,
    isText: 'Eine Anmeldung schlägt fehl wie mit einem falschen Passwort. Den Grund erfährt der Nutzer nur von Ihnen.',
  },
  on: {
    title: 'Konto aktivieren',
    text: 'Der Nutzer kann sich wieder anmelden. Was beendet wurde, bleibt beendet.',
    button: 'Aktivieren',
    done: 'Das Konto ist aktiviert.',
  },
  close: {
    title: 'Konto schließen',
    text: 'Beendet alles, was zum Konto gehört, und löscht E-Mail-Adresse und Name. Das lässt sich nicht rückgängig machen, Deaktivieren schon.',
    button: 'Schließen …',
    confirm: (account) => <>{account} schließen?</>,
    ends: (sessions, grants, applications) =>
      `Seine Sitzungen (${sessions}), der Zugriff von Apps (${grants}) und seine eigenen Anwendungen (${applications}) enden, die Anwendungen für alle ihre Nutzer. E-Mail-Adresse und Name werden gelöscht. Das lässt sich nicht rückgängig machen.`,
    act: 'Endgültig schließen',
  },
};
