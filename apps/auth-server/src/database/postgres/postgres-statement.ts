import { type QueryConfig, TypeOverrides, types } from 'pg';
import type { SqlValue } from '../sql';

/** 64-bit integers come as text; ours, times and counts, fit a JavaScript number. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

const prepared = new Map<string, { name: string; text: string }>();

/** A statement that each connection prepares once. The texts are ours and few: none is built from a caller's words. */
export function statementOf(text: string, values: readonly SqlValue[]): QueryConfig<SqlValue[]> {
  let known = prepared.get(text);
  if (known === undefined) {
    let count = 0;
    known = { name: `consentry_${prepared.size}`, text: text.replace(/\?/g, () => `$${(count += 1)}`) };
    prepared.set(text, known);
  }
  return { name: known.name, text: known.text, values: [...values], types: rowTypes };
}
