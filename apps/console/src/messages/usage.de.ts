import type { Messages } from './en';

export const usage: Messages['usage'] = {
  tab: 'Nutzung',
  title: 'Codes, Tokens und Ablehnungen',
  text: 'Was der Server dieser Anwendung ausgestellt und was er abgelehnt hat.',
  range: 'Zeitraum',
  ranges: { hours: 'Letzte 24 Stunden', days: 'Letzte 30 Tage' },
  none: 'Nichts in diesem Zeitraum',
  noneText:
    'Die Anwendung hat keine Codes und keine Tokens bekommen, und nichts wurde abgelehnt. Ein neuer Aufruf erscheint hier innerhalb einer Minute.',
  since: (day) => `Gezählt seit ${day}`,
  sums: ({ codes, tokens, refusals }) => `Codes: ${codes}. Tokens: ${tokens}. Ablehnungen: ${refusals}.`,
  legend: { given: 'Codes und Tokens', refused: 'Ablehnungen' },
  zone: (name) => `Die Zeiten gelten in Ihrer Zeitzone, ${name}.`,
  asTable: 'Als Tabelle',
  late: 'Die Zahlen können bis zu 30 Sekunden alt sein.',
  refusals: 'Gründe der Ablehnungen',
  columns: {
    spans: { hours: 'Stunde', days: 'Tag' },
    codes: 'Codes',
    tokens: 'Tokens',
    refusals: 'Ablehnungen',
    error: 'Fehler',
    often: 'Anzahl',
    reason: 'Bedeutung',
  },
  reasons: {
    access_denied: 'Der Nutzer hat abgelehnt, oder eine Regel des Servers erlaubt es nicht.',
    expired_token: 'Ein Nutzer hat das Gerät nicht rechtzeitig erlaubt.',
    invalid_authorization_details: 'authorization_details sind fehlerhaft oder verlangen mehr, als erlaubt wurde.',
    invalid_client: 'Client-Secret oder Assertion ist falsch oder fehlt, oder die Anwendung ist deaktiviert.',
    invalid_dpop_proof: 'Der DPoP-Nachweis fehlt, ist fehlerhaft, zu alt oder schon verwendet.',
    invalid_grant:
      'Code oder Refresh-Token ist unbekannt, abgelaufen, schon verwendet oder gehört zu einer anderen Redirect-URI.',
    invalid_request: 'Ein Parameter fehlt, ist fehlerhaft oder kommt doppelt vor.',
    invalid_scope: 'Die Anwendung hat einen Scope verlangt, der nicht erlaubt wurde.',
    invalid_target: 'Die Ressource ist unbekannt oder nicht die erlaubte.',
    slow_down: 'Ein Gerät hat zu oft nachgefragt.',
    temporarily_unavailable:
      'Ein Limit war erreicht, oder der Server konnte nicht antworten. Versuchen Sie es später noch einmal.',
    unauthorized_client: 'Die Anwendung darf diesen Grant-Typ nicht verwenden.',
  },
};
