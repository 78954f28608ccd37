import type { ValidationOptions } from 'class-validator';
import { ValidateBy } from '../http/field-rules';
import { isWebUri } from '../protocol/web-uri';

/** A page to link to: https, or http on loopback. */
export const IsWebUri = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isWebUri',
      validator: {
        validate: isWebUri,
        defaultMessage: () => '$property must be an https URL (or http on loopback) of at most 2048 characters',
      },
    },
    options,
  );
