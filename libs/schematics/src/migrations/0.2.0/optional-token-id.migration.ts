import type { Rule } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { type Edit, editFile } from '../../source/edit-file';
import { absolute, isOfPackage, programOf } from '../../source/type-checker';
import { workspaceFiles } from '../../source/workspace-files';

const NAME = 'tokenId';

const GUARD = {
  name: '@consentry/guard',
  text: `export interface VerifiedAccessToken<Claims = unknown> { readonly ${NAME}: string | undefined }`,
};

/**
 * Where an app reads `tokenId`, it keeps the type that it had: `token.tokenId!`. 0.1 trusted one issuer, whose tokens have
 * a `jti` (RFC 9068 §2.2), and an app that 0.2 has just updated does so too. What treats undefined already stays.
 */
export function optionalTokenId(): Rule {
  return (tree, { logger }) => {
    const paths = workspaceFiles(tree, ['ts', 'tsx', 'mts', 'cts']).filter((path) => isCandidate(tree.readText(path)));
    if (paths.length === 0) return;
    const program = programOf(tree, paths, GUARD);
    for (const path of paths) {
      const edits = editsOf(program.getSourceFile(absolute(path))!, program.getTypeChecker());
      if (edits.length === 0) continue;
      editFile(tree, path, edits);
      logger.info(`${path}: ${edits.length} × ${NAME}!`);
    }
  };
}

const isCandidate = (text: string) => text.includes(NAME);

function editsOf(source: ts.SourceFile, checker: ts.TypeChecker): Edit[] {
  const variables = variablesOf(source, checker);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isShorthandPropertyAssignment(node)) {
      const symbol = checker.getShorthandAssignmentValueSymbol(node);
      if (symbol !== undefined && variables.has(symbol)) edits.push(insertion(node.end, `: ${node.name.text}!`));
    } else if (isRead(node, checker, variables) && !allowsUndefined(node)) edits.push(insertion(node.end, '!'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** `{ tokenId }` and `{ tokenId: id }` of a token: each later use of the variable is a read. */
function variablesOf(source: ts.SourceFile, checker: ts.TypeChecker): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (ts.isBindingElement(node) && node.initializer === undefined && ts.isIdentifier(node.name)) {
      const name = (node.propertyName ?? node.name).getText();
      const symbol = checker.getSymbolAtLocation(node.name);
      const isOfToken = isOfPackage(checker.getTypeAtLocation(node.parent).getProperty(name));
      if (name === NAME && symbol !== undefined && isOfToken) found.add(symbol);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isRead(node: ts.Node, checker: ts.TypeChecker, variables: ReadonlySet<ts.Symbol>): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === NAME && !ts.isOptionalChain(node) && isOfPackage(checker.getSymbolAtLocation(node.name));
  if (!ts.isIdentifier(node) || ts.isBindingElement(node.parent)) return false;
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && variables.has(symbol);
}

const TESTS: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
];

/** Where undefined compiles as well as a text: `tokenId!`, `tokenId ?? …`, `tokenId === …`, `if (tokenId)`, `tokenId?.…`. */
function allowsUndefined(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return TESTS.includes(parent.operatorToken.kind);
  if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
    return node === (ts.isIfStatement(parent) ? parent.expression : parent.condition);
  if (ts.isPropertyAccessExpression(parent)) return parent.questionDotToken !== undefined;
  const kinds = [ts.isNonNullExpression, ts.isAsExpression, ts.isPrefixUnaryExpression, ts.isTypeOfExpression];
  return kinds.some((isOne) => isOne(parent));
}
