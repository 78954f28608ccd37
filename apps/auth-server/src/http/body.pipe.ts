import { Body, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { Validator } from './field-rules';
import { type FieldError, invalidFields } from './problem';

/** Checks bodies by their DTOs; unknown fields are refused, and every wrong field is named. */
export const newBodyPipe = () =>
  new ValidationPipe({
    validatorPackage: new Validator(),
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => invalidFields(errors.flatMap((error) => fieldErrors(error, ''))),
  });

const BODY_PIPE = newBodyPipe();

/** The body as its DTO. Not a pipe for all routes: those of OAuth read their own, and would pay for it. */
export const CheckedBody = () => Body(BODY_PIPE);

function fieldErrors({ property, value, constraints, children }: ValidationError, path: string): FieldError[] {
  const field = path === '' ? property : `${path}.${property}`;
  const own = Object.entries(constraints ?? {}).map(([name, message]) => ({
    field,
    detail: value === undefined ? 'is missing' : detailOf({ name, message, property, value }),
  }));
  return [...own, ...(children ?? []).flatMap((child) => fieldErrors(child, field))];
}

function detailOf({
  name,
  message,
  property,
  value,
}: Record<'name' | 'message' | 'property', string> & { value: unknown }) {
  if (name === 'whitelistValidation') return 'is unknown here';
  // Rules of a list's members may come before the one that asks for a list.
  if (name.startsWith('array') && !Array.isArray(value)) return 'must be an array';
  return message.replace(`in ${property} `, '').replace(`${property} `, '');
}
