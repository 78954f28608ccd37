/** Control characters, halves of surrogate pairs, and marks that turn the reading direction around. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ALL_UNSHOWABLE = new RegExp(UNSHOWABLE, 'gu');

/** Whether a text that somebody decides by reads as it is: a name must not be able to look like another one. */
export const isShowable = (text: string) => !UNSHOWABLE.test(text);

/** A text without what must not be shown, for one that cannot be refused. */
export const showable = (text: string) => text.replace(ALL_UNSHOWABLE, '');

/** What is wrong with a text that is not showable. */
export const NOT_SHOWABLE = 'must hold no control characters and no marks of the reading direction';
