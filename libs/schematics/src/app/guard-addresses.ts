import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { parseSource } from '../source/parse-source';

/** TypeScript by which a test has the issuer and the audience that the app's guard has. */
export interface GuardAddresses {
  readonly issuer: string;
  readonly audience: string;
}

/** Reads them where the app calls `GuardModule.forRoot` or `forRootAsync`; what is too clever for that has the default. */
export function guardAddresses(tree: Tree, path: string, defaults: GuardAddresses): GuardAddresses {
  const found: Partial<Record<string, string>> = {};
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) found[node.name.getText()] ??= readable(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(path, tree.readText(path)));
  return { issuer: found['issuer'] ?? defaults.issuer, audience: found['audience'] ?? defaults.audience };
}

export const quoted = (text: string) =>
  `'${text.replace(/[\\'\r\n]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}'`;

/**
 * A literal, `process.env.NAME ?? 'a literal'`; `setting('NAME', 'a literal')` and a ConfigService's `get` as the one before; the
 * first of a list. */
function readable(value: ts.Expression): string | undefined {
  if (ts.isStringLiteral(value)) return quoted(value.text);
  if (ts.isArrayLiteralExpression(value)) return value.elements[0] && readable(value.elements[0]);
  if (ts.isBinaryExpression(value) && ts.isStringLiteral(value.right)) {
    const left = value.left.getText();
    return /^process\.env\.\w+$/.test(left) ? `${left} ?? ${quoted(value.right.text)}` : undefined;
  }
  if (!ts.isCallExpression(value) || !/^setting$|\.get(OrThrow)?$/.test(value.expression.getText())) return undefined;
  const given = value.arguments.filter((one) => one.getText() !== 'config');
  const [name, other] = given.map((one) => (ts.isStringLiteral(one) ? one.text : undefined));
  if (name === undefined || !/^\w+$/.test(name)) return undefined;
  return `process.env.${name}${other === undefined ? '' : ` ?? ${quoted(other)}`}`;
}
