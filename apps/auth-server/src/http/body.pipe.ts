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

/** What rules are about: one may come before the one that asks for the kind, and says of "60" that it is above 60. */
const KINDS: readonly { rules: RegExp; type: string; kind: string }[] = [
  { rules: /^array/, type: 'array', kind: 'an array' },
  { rules: /^(min|max)$/, type: 'number', kind: 'a number' },
  { rules: /length$/i, type: 'string', kind: 'a string' },
];

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
  // Of a list it may be a member that breaks the rule.
  const asked = Array.isArray(value)
    ? undefined
    : KINDS.find(({ rules, type }) => rules.test(name) && typeof value !== type);
  if (asked !== undefined) return `must be ${asked.kind}`;
  return message.replace(`in ${property} `, '').replace(`${property} `, '');
}
