/** On the way back to a consent page: the person has chosen an account, as `prompt=select_account` wants, or made one. */
const CHOSEN = 'account_chosen';

const CONSENT = '/consent?';

/** The path on which the choice is made, so that it is not asked for again. @param returnTo an own path. */
export const withChoice = (returnTo: string): string =>
  returnTo.startsWith(CONSENT) && !isChosen(new URLSearchParams(returnTo.slice(CONSENT.length)))
    ? `${returnTo}&${CHOSEN}=yes`
    : returnTo;

export const isChosen = (query: URLSearchParams): boolean => query.get(CHOSEN) === 'yes';

/** The authorization request of a way back; `null` if it leads to another page. Undecoded. */
export const requestOf = (returnTo: string | null): string | null =>
  returnTo?.startsWith(CONSENT) ? returnTo.slice(CONSENT.length) : null;
