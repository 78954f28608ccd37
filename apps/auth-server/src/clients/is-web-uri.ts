import { type ValidationOptions, ValidateBy } from 'class-validator';
import { isLoopbackUrl } from '../config/url-setting';

const LONGEST = 2048;

const isWebUri = (value: unknown) =>
  typeof value === 'string' &&
  value.length <= LONGEST &&
  /^https?:\/\/[^/\s]\S*$/.test(value) &&
  URL.canParse(value) &&
  (value.startsWith('https:') || isLoopbackUrl(value));

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
