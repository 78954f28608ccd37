import type { StopReason } from './stop.ts';

export type Lead = 'self' | 'login' | 'back' | 'signedOut';

interface Said {
  readonly title: string;
  readonly text: string;
}

export interface Words {
  /** The same for each page that goes on by itself. */
  readonly nothing: string;
  readonly go: string;
  readonly lead: Record<Lead, string>;
  readonly stop: Record<StopReason, Said>;
  readonly again: string;
  readonly retry: string;
  readonly signOut: Said & { readonly submit: string; readonly stay: string };
}

const en: Words = {
  nothing: 'If nothing happens, use the link.',
  go: 'Continue',
  lead: {
    self: 'Looking for your sign-in …',
    login: 'Taking you to the sign-in page …',
    back: 'Taking you back …',
    signedOut: 'Signing you out …',
  },
  stop: {
    damaged: { title: 'This link does not work', text: 'It is damaged, or was made for another site.' },
    expired: { title: 'This took too long', text: 'The link that you followed has expired.' },
    unavailable: { title: 'Please try again', text: 'The sign-in service cannot be reached right now.' },
    refused: {
      title: 'Sign-in failed',
      text: 'The sign-in service did not accept our answer. This is not your fault.',
    },
    fault: { title: 'Something went wrong', text: 'This site could not finish your sign-in. This is not your fault.' },
    foreign: { title: 'You are still signed in', text: 'Another site tried to sign you out.' },
  },
  again: 'Start again',
  retry: 'Try again',
  signOut: {
    title: 'Sign out?',
    text: 'You will be signed out of this site.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
};

const de: Words = {
  nothing: 'Wenn nichts passiert, klicken Sie auf den Link.',
  go: 'Weiter',
  lead: {
    self: 'Ihre Anmeldung wird gesucht …',
    login: 'Weiter zur Anmeldung …',
    back: 'Zurück zur Website …',
    signedOut: 'Sie werden abgemeldet …',
  },
  stop: {
    damaged: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist beschädigt oder für eine andere Website bestimmt.',
    },
    expired: { title: 'Das hat zu lange gedauert', text: 'Der Link, über den Sie gekommen sind, ist abgelaufen.' },
    unavailable: {
      title: 'Bitte versuchen Sie es noch einmal',
      text: 'Der Anmeldedienst ist gerade nicht erreichbar.',
    },
    refused: {
      title: 'Die Anmeldung ist fehlgeschlagen',
      text: 'Der Anmeldedienst hat unsere Antwort abgelehnt. Das liegt nicht an Ihnen.',
    },
    fault: {
      title: 'Etwas ist schiefgegangen',
      text: 'Diese Website konnte Ihre Anmeldung nicht abschließen. Das liegt nicht an Ihnen.',
    },
    foreign: { title: 'Sie sind noch angemeldet', text: 'Eine andere Website wollte Sie abmelden.' },
  },
  again: 'Noch einmal beginnen',
  retry: 'Noch einmal versuchen',
  signOut: {
    title: 'Abmelden?',
    text: 'Sie werden von dieser Website abgemeldet.',
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
};

const WORDS = { en, de };

export type Language = keyof typeof WORDS;

export const wordsOf = (language: Language): Words => WORDS[language];

/** @param wanted languages by preference, as `de en` or as in `Accept-Language`. */
export function languageOf(wanted: string | undefined): Language {
  const tags: readonly string[] = wanted?.toLowerCase().match(/[a-z]{2,}(?=[-;,\s]|$)/g) ?? [];
  return tags.find((tag): tag is Language => Object.hasOwn(WORDS, tag)) ?? 'en';
}
