const LONGEST = 60;

/** Control and format characters, bidi marks among them, half surrogates and private use. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A name that a stranger chose, fit to be shown: one line of at most 60 characters that cannot turn its neighbours around. */
export function shownName(name: string): string {
  const line = name.replace(UNSHOWABLE, '').replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  return letters.length <= LONGEST ? line : `${letters.slice(0, LONGEST - 1).join('')}…`;
}
