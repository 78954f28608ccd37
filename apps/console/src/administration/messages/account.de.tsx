import type { account as english } from './account.en';

export const account: typeof english = {
  numbers: { sessions: 'Angemeldete Browser', grants: 'Apps mit Zugriff', applications: 'Eigene Anwendungen' },
  identity: 'Identität',
  id: 'Konto-ID',
  ofId: 'Konto-ID',
  name: 'Name',
  noName: 'Keiner',
  verified: 'E-Mail bestätigt',
  notVerified: 'Noch nicht',
  signsIn: 'Meldet sich an',
  here: 'Hier, mit einem Passwort',
  at: (issuer, subject) => (
    <>
      Bei {issuer}, als {subject}
    </>
  ),
  since: 'Seit',
  events: 'Seine Ereignisse',
  applications: 'Seine Anwendungen',

  roles: {
    title: 'Rollen',
    text: 'Sie gelten ab der nächsten Anfrage, auch in offenen Sitzungen.',
    hints: {
      developer: 'Registriert Anwendungen in der Konsole. Wo das jedes Konto darf, ändert es nichts.',
      admin: 'Sieht und ändert hier alles. Braucht ein Passwort hier.',
    },
    confirm: (account) => <>Die Rollen von {account} ändern?</>,
    given: {
      developer: 'Es darf Anwendungen registrieren.',
      admin: 'Es darf alles, was Sie hier tun: den Zugriff anderer beenden, Schlüssel ersetzen, Rollen geben.',
    },
    taken: {
      developer:
        'Es darf keine Anwendungen mehr registrieren und die, die es hat, nicht ändern: nur ansehen und löschen.',
      admin: 'Es darf nicht mehr verwalten, sofort, auch in offenen Sitzungen.',
    },
    recognise: (id, since) => (
      <>
        Konto {id}, angelegt {since}.
      </>
    ),
    unverified: 'Seine E-Mail ist nicht bestätigt: Jemand anderes kann sich mit ihr registriert haben.',
    change: 'Ändern',
    changed: 'Die Rollen sind geändert.',
  },

  help: 'Helfen',
  reset: {
    title: 'Ein neues Passwort',
    text: 'Sendet eine Mail mit einem Link, der einmal gilt, 30 Minuten lang. Bis dahin gilt das jetzige Passwort.',
    button: 'Mail senden',
    done: (email) => <>Eine Mail an {email} ist unterwegs.</>,
  },
  end: 'Beenden',
  sessions: {
    title: 'Überall abmelden',
    text: 'Beendet seine Sitzungen in allen Browsern. Apps mit Zugriff behalten ihn.',
    button: 'Alle Sitzungen beenden …',
    confirm: (account) => <>{account} überall abmelden?</>,
    ends: (count) =>
      `${count === 1 ? '1 Sitzung endet' : `${count} Sitzungen enden`}, mit der nächsten Anfrage jedes Browsers. Apps mit Zugriff behalten ihn.`,
    act: 'Alle Sitzungen beenden',
    done: 'Es ist überall abgemeldet.',
  },
  grants: {
    title: 'Allen Apps den Zugriff entziehen',
    text: 'Jede App muss wieder fragen, und der Mensch wieder erlauben.',
    button: 'Allen Zugriff beenden …',
    confirm: (account) => <>Den Zugriff aller Apps auf {account} beenden?</>,
    ends: (count) =>
      `${count === 1 ? '1 App verliert' : `${count} Apps verlieren`} den Zugriff, mit allen Verbindungen und unbenutzten Codes. Dienste, die die Widerrufe lesen, weisen die Tokens binnen einer Sekunde ab, andere, wenn sie ablaufen. Was Apps vorher kopiert haben, bleibt bei ihnen.`,
    act: 'Allen Zugriff beenden',
    done: 'Keine App hat mehr Zugriff.',
  },
  off: {
    title: 'Abschalten',
    text: 'Niemand kann sich mit ihm anmelden, bis es wieder eingeschaltet ist.',
    button: 'Abschalten …',
    confirm: (account) => <>{account} abschalten?</>,
    ends: (sessions, grants) =>
      `Seine Sitzungen (${sessions}) und der Zugriff von Apps (${grants}) enden endgültig. Dienste, die die Widerrufe lesen, weisen seine Tokens binnen einer Sekunde ab, und eine Anmeldung wird beantwortet wie ein falsches Passwort. Seine eigenen Anwendungen bleiben.`,
    act: 'Abschalten',
    done: 'Es ist abgeschaltet. Seine Sitzungen und der Zugriff von Apps sind beendet.',
    is: (day) => `Abgeschaltet seit ${day}`,
    isText:
      'Eine Anmeldung wird beantwortet wie ein falsches Passwort. Niemand sagt dem Menschen, warum: das ist Ihre Sache.',
  },
  on: {
    title: 'Einschalten',
    text: 'Es kann sich wieder anmelden. Was geendet hat, bleibt beendet.',
    button: 'Einschalten',
    done: 'Es ist eingeschaltet.',
  },
  close: {
    title: 'Schließen',
    text: 'Beendet alles, was es hat, und löscht E-Mail und Name. Das lässt sich nicht rückgängig machen, Abschalten schon.',
    button: 'Schließen …',
    confirm: (account) => <>{account} schließen?</>,
    ends: (sessions, grants, applications) =>
      `Seine Sitzungen (${sessions}), der Zugriff von Apps (${grants}) und seine eigenen Anwendungen (${applications}) enden, diese für alle, die sie benutzen. E-Mail und Name werden gelöscht. Das lässt sich nicht rückgängig machen.`,
    act: 'Endgültig schließen',
  },
};
