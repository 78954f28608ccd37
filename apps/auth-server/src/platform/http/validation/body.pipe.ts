import { Body, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, invalidFields } from '../answers/problem';

/** Validates a body by its DTO: unknown fields are refused, every wrong field is named. */
export const newBodyPipe = () =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => invalidFields(errors.flatMap((error) => fieldErrors(error, ''))),
  });

const BODY_PIPE = newBodyPipe();

/** The validated body. No global pipe: it would slow the OAuth routes, which parse their own. */
export const CheckedBody = () => Body(BODY_PIPE);

/** The kinds that rules assume. A rule may run before the type's own and report "60" as above 60. */
const KINDS: readonly { rules: RegExp; isOf: (value: unknown) => boolean; kind: string }[] = [
  { rules: /^array/, isOf: Array.isArray, kind: 'an array' },
  { rules: /^(min|max)$/, isOf: (value) => typeof value === 'number', kind: 'a number' },
  { rules: /length$/i, isOf: (value) => typeof value === 'string', kind: 'a string' },
];

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
  if (name === 'whitelistValidation') return 'is not a known field';
  const asked = KINDS.find(({ rules, isOf }) => rules.test(name) && !isOf(value));
  // In a list a member may break the rule.
  if (asked !== undefined && !Array.isArray(value)) return `must be ${asked.kind}`;
  return message.replace(`in ${property} `, '').replace(`${property} `, '');
}
