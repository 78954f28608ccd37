import type { Tree } from '@angular-devkit/schematics';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/**
 * Sets one value of a JSON file, indented as the file is; `undefined` takes it out. The file is written only if that
 * changes it: the Nest CLI lists every file that is written as updated.
 *
 * @param indexAmong where a new name goes; default: the end.
 */
export function setInJson(
  tree: Tree,
  file: string,
  path: JSONPath,
  value: unknown,
  indexAmong?: (names: string[]) => number,
): void {
  const text = tree.readText(file);
  const edits = modify(text, path, value, {
    formattingOptions: jsonStyle(text),
    ...(indexAmong && { getInsertionIndex: indexAmong }),
  });
  const edited = applyEdits(text, edits);
  if (edited !== text) tree.overwrite(file, edited);
}

/** How a file of JSON is written, for the edits of jsonc-parser. */
export function jsonStyle(text: string): { insertSpaces: boolean; tabSize: number; eol: '\n' | '\r\n' } {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const isTab = indent.startsWith('\t');
  return { insertSpaces: !isTab, tabSize: isTab ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
