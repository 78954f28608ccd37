import * as ts from 'typescript';

/** The syntax tree of a TypeScript file, with parents. */
export const parseSource = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

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
