import type { one as english } from './application.en';

export const one: typeof english = {
  identity: 'Über die Anwendung',
  id: 'Client-ID',
  ofId: 'die Client-ID',
  type: 'Art',
  offSince: 'Abgeschaltet seit',
  people: 'Personen mit Zugriff',
  peopleCount: (people) => (people < 1_000 ? String(people) : '1.000 oder mehr'),
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'Noch nicht',
  stop: 'Anwendung anhalten',
  settings: {
    title: 'Einstellungen',
    text: 'Wie registriert. Nur ihr Entwickler kann sie ändern.',
    description: 'Beschreibung',
    redirectUris: 'Redirect-URIs',
    scopes: 'Erlaubte Scopes',
    allScopes: 'Alle',
    grantTypes: 'Grant-Typen',
    authentication: 'Anmeldung des Clients',
    secrets: 'Secrets',
    secret: (since, used) =>
      used === null ? `Angelegt am ${since}, noch nicht benutzt` : `Angelegt am ${since}, zuletzt benutzt am ${used}`,
    demands: 'Bedingungen für Anfragen',
    profile: 'Sicherheitsprofil',
    keys: 'Öffentliche Schlüssel',
    logout: 'Meldung von Abmeldungen an',
    contacts: 'Kontakte',
    pages: 'Webseiten',
  },
};
