import { isEmail } from 'class-validator';
import { isShowable } from '../../protocol/text/showable-text';

/** As the API takes them. */
export const isPassword = (text: string) => text.length >= 8 && text.length <= 256;

export const isEmailAddress = (text: string) => text.length <= 254 && isEmail(text) && isShowable(text);
