import type { one as english } from './application.en';

export const one: typeof english = {
  identity: 'Über die Anwendung',
  id: 'Client-ID',
  ofId: 'die Client-ID',
  type: 'Art',
  offSince: 'Deaktiviert seit',
  people: 'Nutzer, die Zugriff erlauben',
  peopleCount: (people) => (people < 1_000 ? String(people) : '1.000 oder mehr'),
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Noch nicht',
  stop: 'Anwendung anhalten',
  settings: {
    title: 'Einstellungen',
    text: 'So wie registriert. Nur ihr Entwickler kann sie ändern.',
    description: 'Beschreibung',
    redirectUris: 'Redirect-URIs',
    scopes: 'Erlaubte Scopes',
    allScopes: 'Alle',
    grantTypes: 'Grant-Typen',
    authentication: 'Authentifizierung',
    secrets: 'Secrets',
    secret: (since, used) =>
      used === null
        ? `Erstellt am ${since}, noch nicht verwendet`
        : `Erstellt am ${since}, zuletzt verwendet am ${used}`,
    demands: 'Bedingungen für Anfragen',
    profile: 'Sicherheitsprofil',
    keys: 'Öffentliche Schlüssel',
    logout: 'Abmeldungen melden an',
    contacts: 'Kontakte',
    pages: 'Websites',
  },
};
