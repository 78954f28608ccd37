import { ValidateBy, type ValidationOptions } from 'class-validator';
import { NOT_A_NAME, NOT_SHOWABLE, isName, isShowable } from '../../../protocol/text/showable-text';

/** Checks a text for a consent screen. `lines` allows line breaks. */
export const IsShowable = ({ lines = false, each = false } = {}) =>
  isText('isShowable', (text) => isShowable(lines ? text.replace(/[\n\r\t]/g, '') : text), NOT_SHOWABLE, { each });

/** Checks the name of a person or an application. */
export const IsName = () => isText('isName', isName, NOT_A_NAME);

const isText = (name: string, fits: (text: string) => boolean, problem: string, options?: ValidationOptions) =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && fits(value),
        defaultMessage: () => `$property ${problem}`,
      },
    },
    options,
  );
