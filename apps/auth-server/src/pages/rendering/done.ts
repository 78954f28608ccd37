/** What a form has done, for the page `/done` to tell. */
export type Done =
  | { done: 'resetAsked' | 'passwordSet' | 'deviceAllowed' | 'deviceRefused' | 'accountClosed' }
  /** `email` is proven; `isSignedIn`: as its account. */
  | { done: 'emailProven'; email: string; isSignedIn: boolean };

export const DONE_PAGE = '/done';
