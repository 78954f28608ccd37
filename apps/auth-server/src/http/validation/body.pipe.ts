import { Body, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, invalidFields } from '../answers/problem';

/** Checks bodies by their DTOs; unknown fields are refused, and every wrong field is named. */
export const newBodyPipe = () =>
  new ValidationPipe({
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
const KINDS: readonly { rules: RegExp; isOf: (value: unknown) => boolean; kind: string }[] = [
  { rules: /^array/, isOf: Array.isArray, kind: 'an array' },
  { rules: /^(min|max)$/, isOf: (value) => typeof value === 'number', kind: 'a number' },
  { rules: /length$/i, isOf: (value) => typeof value === 'string', kind: 'a string' },
];

/** A rule, and the value that broke it. */
interface Broken {
  name: string;
  message: string;
  property: string;
  value: unknown;
}

function fieldErrors({ property, value, constraints, children }: ValidationError, path: string): FieldError[] {
  const field = path === '' ? property : `${path}.${property}`;
  const own = Object.entries(constraints ?? {}).map(([name, message]) => ({
    field,
    detail: value === undefined ? 'is missing' : detailOf({ name, message, property, value }),
  }));
  return [...own, ...(children ?? []).flatMap((child) => fieldErrors(child, field))];
}

function detailOf({ name, message, property, value }: Broken): string {
  if (name === 'whitelistValidation') return 'is unknown here';
  const asked = KINDS.find(({ rules, isOf }) => rules.test(name) && !isOf(value));
  // Of a list it may be a member that breaks the rule.
  if (asked !== undefined && !Array.isArray(value)) return `must be ${asked.kind}`;
  return message.replace(`in ${property} `, '').replace(`${property} `, '');
}
