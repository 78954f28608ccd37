/** Control characters, lone surrogates, and bidirectional marks. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ALL_UNSHOWABLE = new RegExp(UNSHOWABLE, 'gu');

/** Such characters can make one name look like another. */
export const isShowable = (text: string) => !UNSHOWABLE.test(text);

/** For texts that cannot be refused. */
export const showable = (text: string) => text.replace(ALL_UNSHOWABLE, '');

export const NOT_SHOWABLE = 'must hold no control characters and no marks of the reading direction';
