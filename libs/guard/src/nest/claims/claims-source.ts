import type { Type } from '@nestjs/common';

import type { JsonObject } from '../../verify/token/compact-jws.ts';

/** Reads the claims of a verified token. What it throws makes the token `invalid_token`; only the log says why. */
export type ClaimsFunction<Claims = unknown> = (claims: JsonObject) => Claims | Promise<Claims>;

/** How `token.claims` gets its type: a class with the decorators of class-validator, or a function. */
export type ClaimsSource<Claims extends object = object> = Type<Claims> | ClaimsFunction<Claims>;

/** Functions and classes are both functions; only a class says so in its source. */
export function isClaimsClass(source: ClaimsSource): source is Type<object> {
  return /^class\b/.test(Function.prototype.toString.call(source));
}
