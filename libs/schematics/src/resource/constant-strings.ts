import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { valueOf } from '../source/value-of';

/** Lists within lists, at most. */
const MOST_STEPS = 10;

/**
 * The strings that an expression stands for: literals, constants, members of enums and of constant objects, spread lists,
 * also imported from files of the app. Undefined where only running the code would tell.
 */
export function constantStrings(tree: Tree, expression: ts.Expression, steps = MOST_STEPS): string[] | undefined {
  if (steps === 0) return undefined;
  const next = (one: ts.Expression) => constantStrings(tree, one, steps - 1);
  if (ts.isSpreadElement(expression)) return next(expression.expression);
  const value = valueOf(tree, expression);
  if (value === undefined) return undefined;
  if (ts.isStringLiteralLike(value)) return [value.text];
  return ts.isArrayLiteralExpression(value) ? allOf(value.elements.map(next)) : undefined;
}

/** The strings of all expressions; undefined where one has none. */
export function allOf<T>(lists: readonly (T[] | undefined)[]): T[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}
