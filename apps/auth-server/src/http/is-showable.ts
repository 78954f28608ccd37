import { ValidateBy } from 'class-validator';

/** Control characters, halves of surrogate pairs, and marks that turn the reading direction around. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Text that is shown to somebody who decides by it: a name must read as it is. Line breaks only where they make sense. */
export const IsShowable = ({ lines = false } = {}) =>
  ValidateBy({
    name: 'isShowable',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && !UNSHOWABLE.test(lines ? value.replace(/[\n\r\t]/g, '') : value),
      defaultMessage: () => '$property must hold no control characters and no marks of the reading direction',
    },
  });
