import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

/** How the app's files are written, so that new lines look like those around them. */
export interface Style {
  readonly indent: string;
  readonly newline: '\n' | '\r\n';
  readonly quote: "'" | '"';
  readonly semicolon: ';' | '';
  readonly printWidth: number;
}

/** The style of one file; the width of a line is the app's for Prettier. */
export function styleOf(tree: Tree, path: string): Style {
  const text = tree.readText(path);
  return {
    indent: /^([ \t]+)\S/m.exec(text.replace(/^\s*\*.*$/gm, ''))?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    quote: /^import .*"/m.test(text) ? '"' : "'",
    semicolon: /^import .*['"]\s*$/m.test(text) ? '' : ';',
    printWidth: printWidthOf(tree),
  };
}

/** Lines written with `\n`, two spaces, single quotes and semicolons, in another style. */
export function inStyle(text: string, { indent, newline, quote, semicolon }: Style): string {
  const lines = text.split('\n').map((line) => {
    const depth = /^(?: {2})*/.exec(line)![0].length / 2;
    const rest = line.slice(depth * 2);
    const quoted = quote === '"' ? rest.replace(/'([^'"]*)'/g, '"$1"') : rest;
    return indent.repeat(depth) + (semicolon === '' ? quoted.replace(/;$/, '') : quoted);
  });
  return lines.join(newline);
}

function printWidthOf(tree: Tree): number {
  const file = ['.prettierrc', '.prettierrc.json'].find((name) => tree.exists(name));
  const config = file === undefined ? undefined : (parse(tree.readText(file)) as { printWidth?: number } | undefined);
  return config?.printWidth ?? 80;
}
