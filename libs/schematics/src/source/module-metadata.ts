import * as ts from 'typescript';

import { arrayText, atMargin } from './array-text';
import type { Edit } from './edit-file';
import { decoratorCall, marginOf } from './parse-source';
import type { Style } from './style';

export type ModuleList = 'imports' | 'controllers' | 'providers' | 'entities';

/** The object in `@Module({ … })` of a class; undefined where it is no object literal, or there is no such class. */
export function moduleMetadata(source: ts.SourceFile, className?: string): ts.ObjectLiteralExpression | undefined {
  const classes = source.statements.filter(ts.isClassDeclaration);
  const found = classes.find((one) => (className === undefined || one.name?.text === className) && isModule(one));
  const [metadata] = (found && decoratorCall(found, 'Module'))?.arguments ?? [];
  return metadata !== undefined && ts.isObjectLiteralExpression(metadata) ? metadata : undefined;
}

const isModule = (one: ts.ClassDeclaration) => decoratorCall(one, 'Module') !== undefined;

/**
 * Adds an element to a list of a module. @param element as written at the margin, with `\n`, two spaces, single quotes.
 * @returns undefined where the list may come from a spread that the new one would replace.
 */
export function elementEdit(
  metadata: ts.ObjectLiteralExpression,
  list: ModuleList,
  element: string,
  style: Style,
): Edit | undefined {
  const property = metadata.properties.find(({ name }) => name !== undefined && nameOf(name) === list);
  if (property === undefined) {
    if (metadata.properties.some(ts.isSpreadAssignment)) return undefined;
    return newListEdit(metadata, list, element, style);
  }
  const margin = marginOf(property);
  const spread = (value: string) => (ts.isShorthandPropertyAssignment(property) ? `${list}: ${value}` : value);
  const value = ts.isPropertyAssignment(property) ? property.initializer : property;
  const [start, end] = [value.getStart(), value.end];
  if (!ts.isArrayLiteralExpression(value)) {
    const others = ts.isPropertyAssignment(property) ? value.getText() : list;
    if (ts.isMethodDeclaration(property)) return undefined;
    return { start, end, text: spread(arrayText([`...${others}`], element, { margin, style, label: `${list}: ` })) };
  }
  if (value.elements.length > 0 && isMultiLine(value)) return lastElementEdit(value, element, style);
  const elements = value.elements.map((one) => one.getText());
  return { start, end, text: arrayText(elements, element, { margin, style, label: `${list}: ` }) };
}

function newListEdit(metadata: ts.ObjectLiteralExpression, list: ModuleList, element: string, style: Style): Edit {
  const { properties } = metadata;
  const [first, last] = [properties[0], properties.at(-1)];
  if (first === undefined || last === undefined) {
    const margin = marginOf(metadata);
    const text = arrayText([], element, { margin: margin + style.indent, style, label: `${list}: ` });
    const lines = ['{', `${margin}${style.indent}${list}: ${text},`, `${margin}}`];
    return { start: metadata.getStart(), end: metadata.end, text: lines.join(style.newline) };
  }
  const margin = marginOf(first);
  const text = `${list}: ${arrayText([], element, { margin, style, label: `${list}: ` })}`;
  const isFirst = list === 'imports';
  const gap = isMultiLine(metadata) ? `,${style.newline}${margin}` : ', ';
  const at = isFirst ? first.getStart() : last.end;
  return { start: at, end: at, text: isFirst ? text + gap : gap + text };
}

/** After the last element of a list that has a line each: its comma and comment stay where they are. */
function lastElementEdit({ elements }: ts.ArrayLiteralExpression, element: string, style: Style): Edit {
  const last = elements.at(-1)!;
  const text = last.getSourceFile().text;
  const listed = elements.hasTrailingComma ? elements.end : last.end;
  const end = ts.getTrailingCommentRanges(text, listed)?.at(-1)?.end ?? listed;
  const margin = marginOf(last);
  const line = `${style.newline}${margin}${atMargin(element, margin, style)}`;
  if (elements.hasTrailingComma) return { start: end, end, text: `${line},` };
  return { start: last.end, end, text: `,${text.slice(last.end, end)}${line}` };
}

const isMultiLine = (node: ts.Node) => node.getText().includes('\n');

const nameOf = (name: ts.PropertyName) => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined);
