/** The person's choice, kept in a cookie. */
export const LANGUAGE_COOKIE = 'consentry_language';

/**
 * The language of a page (RFC 9110 §12.5.4): the one chosen, else the first of those that the browser prefers, compared
 * by its primary subtag, else the first offered.
 */
export function chooseLanguage(
  offered: readonly string[],
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): string {
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  const wanted = preferences(acceptLanguage ?? '').map((tag) => tag.split('-')[0]!);
  return wanted.find((tag) => offered.includes(tag)) ?? offered[0]!;
}

/** `ui_locales` of the request that is asked about, in the form of the header (OpenID Connect Core §3.1.2.1). */
export function uiLocalesOf(query: URLSearchParams): string | undefined {
  const [, request] = /^\/consent\?(.*)$/.exec(query.get('return_to') ?? '') ?? [];
  const asked = query.get('ui_locales') ?? new URLSearchParams(request).get('ui_locales');
  return asked?.trim().replace(/ +/g, ',');
}

/** Where English dates are not written as in Britain. */
const OTHER_ENGLISH = ['en-US', 'en-CA', 'en-ZA'];

/** How a language of ours writes dates: English as the browser's own, else day first. Others as the language says. */
export function localeOf(language: string, acceptLanguage: string | undefined): string {
  if (language !== 'en') return language;
  const own = preferences(acceptLanguage ?? '').find((tag) => /^en(-|$)/.test(tag));
  return OTHER_ENGLISH.find((locale) => locale.toLowerCase() === own) ?? 'en-GB';
}

/** Tags in lower case, the most wanted first. Only the first kilobyte is read. */
function preferences(header: string): string[] {
  return header
    .slice(0, 1_024)
    .toLowerCase()
    .split(',')
    .map((entry) => /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?$/.exec(entry))
    .filter((match) => match !== null)
    .map(([, tag = '', quality = '1']) => ({ tag, quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
