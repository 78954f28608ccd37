import { type QueryConfig, TypeOverrides, types } from 'pg';
import type { SqlValue } from '../sql';

/** `pg` returns 64-bit integers as text; times and counts fit a JavaScript number. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

const prepared = new Map<string, { name: string; text: string }>();

/** A named statement, prepared once per connection. The texts are few and never built from input. */
export function statementOf(text: string, values: readonly SqlValue[]): QueryConfig<SqlValue[]> {
  let known = prepared.get(text);
  if (known === undefined) {
    let count = 0;
    known = { name: `consentry_${prepared.size}`, text: text.replace(/\?/g, () => `$${(count += 1)}`) };
    prepared.set(text, known);
  }
  return { name: known.name, text: known.text, values: [...values], types: rowTypes };
}
