import { ValidateBy } from 'class-validator';
import { NOT_SHOWABLE, isShowable } from '../../../protocol/text/showable-text';

/** For text on a consent screen. `lines` allows line breaks. */
export const IsShowable = ({ lines = false, each = false } = {}) =>
  ValidateBy(
    {
      name: 'isShowable',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && isShowable(lines ? value.replace(/[\n\r\t]/g, '') : value),
        defaultMessage: () => `$property ${NOT_SHOWABLE}`,
      },
    },
    { each },
  );
