import { isEmailAddress } from '../../model/accounts/mails/email-address';
import { passwordProblem } from '../../model/accounts/passwords/password-rules';
import { isShowable } from '../../protocol/text/showable-text';

/** Checks as the API does. */
export const isPassword = (text: string) => passwordProblem(text) === null;

export const isNewEmail = (text: string) => text.length <= 254 && isEmailAddress(text) && isShowable(text);
