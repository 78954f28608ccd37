import { inStyle, type Style } from './style';

interface Around {
  readonly margin: string;
  readonly style: Style;
  /** What stands before the array on its line. */
  readonly label: string;
}

/** An array as Prettier writes it: on one line where it fits, unless it is of objects alone. */
export function arrayText(elements: readonly string[], element: string, { margin, style, label }: Around): string {
  const all = [...elements, element];
  const line = `[${[...elements, inStyle(element, style)].join(', ')}]`;
  const isOfObjects = all.length > 1 && all.every((one) => one.startsWith('{'));
  const fits = margin.length + label.length + line.length + 1 <= style.printWidth;
  if (!element.includes('\n') && !isOfObjects && fits) return line;
  const inner = margin + style.indent;
  const lines = [...elements, atMargin(element, inner, style)].map((one) => `${inner}${one},`);
  return ['[', ...lines, `${margin}]`].join(style.newline);
}

export const atMargin = (text: string, margin: string, style: Style) =>
  inStyle(text, style).split(style.newline).join(`${style.newline}${margin}`);
