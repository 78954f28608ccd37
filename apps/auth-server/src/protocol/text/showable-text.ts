/** Control characters, lone surrogates, and bidirectional marks. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ALL_UNSHOWABLE = new RegExp(UNSHOWABLE, 'gu');

/** Such characters can make one name look like another. */
export const isShowable = (text: string) => !UNSHOWABLE.test(text);

/** Cleans a text that cannot be refused. */
export const showable = (text: string) => text.replace(ALL_UNSHOWABLE, '');

/** Letters and digits but those that nobody sees, such as the fillers of Hangul. */
const DRAWN = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** Whether people see a name in it: blank ones could stand for any other. */
export const isName = (text: string) => isShowable(text) && DRAWN.test(text);

export const NOT_A_NAME = 'must have a visible letter or digit and no control or text-direction characters';

export const NOT_SHOWABLE = 'must have no control or text-direction characters';
