import { isEmailAddress } from '../../accounts/email-address';
import { isShowable } from '../../protocol/text/showable-text';

/** As the API takes them. */
export const isPassword = (text: string) => text.length >= 8 && text.length <= 256;

export const isNewEmail = (text: string) => text.length <= 254 && isEmailAddress(text) && isShowable(text);
