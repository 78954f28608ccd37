import { ValidateBy } from 'class-validator';
import { NOT_SHOWABLE, isShowable } from '../../protocol/text/showable-text';

/** Text that is shown to somebody who decides by it: a name must read as it is. Line breaks only where they make sense. */
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
