import { ValidateIf } from 'class-validator';

/** Skips the rules of an absent field, not of `null`. */
export const IfPresent = () => ValidateIf((_, value) => value !== undefined);
