import { ValidateBy, isEmail } from 'class-validator';
import { emailKeyOf } from '../account.repository';

/**
 * Checks what new addresses must be. A quoted local part may hold spaces, commas and another @: mail servers and people read it
 * differently.
 */
export const isEmailAddress = (value: unknown): value is string =>
  typeof value === 'string' && isEmail(value) && !value.startsWith('"');

export const IsEmailAddress = () =>
  ValidateBy({
    name: 'isEmail',
    validator: {
      validate: isEmailAddress,
      defaultMessage: (given) =>
        `$property must be an email${String(given?.value).startsWith('"') ? ' without quotation marks' : ''}`,
    },
  });

/** Most mail servers deliver `name+tag@` to the mailbox of `name@`. */
export const mailboxKeyOf = (email: string) => emailKeyOf(email).replace(/(?<=.)\+[^@]*(?=@)/, '');
