import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

/** The syntax tree of a TypeScript file, with parents. */
export const parseSource = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

const parsed = new WeakMap<Tree, Map<string, ts.SourceFile>>();

/** The syntax tree of a file as it is now: the same object while the file is the same, so that nodes can be compared. */
export function sourceAt(tree: Tree, path: string): ts.SourceFile {
  const sources = parsed.get(tree) ?? new Map<string, ts.SourceFile>();
  parsed.set(tree, sources);
  const text = tree.readText(path);
  const known = sources.get(path);
  if (known?.text === text) return known;
  const source = parseSource(path, text);
  sources.set(path, source);
  return source;
}

const decoratorsOf = (node: ts.Node): readonly ts.Decorator[] =>
  ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];

/** The call of a decorator by its name, as `@Module(…)`; undefined where the node has none. */
export function decoratorCall(node: ts.Node, name: string): ts.CallExpression | undefined {
  const calls = decoratorsOf(node).map((decorator) => decorator.expression);
  return calls
    .filter(ts.isCallExpression)
    .find(({ expression }) => ts.isIdentifier(expression) && expression.text === name);
}

/** The white space that the line of a node begins with. */
export function marginOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const line = text.lastIndexOf('\n', node.getStart() - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line))![0];
}
