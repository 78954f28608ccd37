import { ValidateIf } from 'class-validator';

/** Absent is fine, `null` is not: for fields that always have a value. */
export const IfPresent = () => ValidateIf((_, value) => value !== undefined);
