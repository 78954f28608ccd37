/** The names of an interface's options: the compiler demands each. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Edits up to which one name may have been meant by another. */
const MOST_EDITS = 2;

/** Names the members of options that are no options, with those that were perhaps meant and all that there are. */
export function unknownOptions<Options>(options: unknown, known: OptionNames<Options>, at = ''): string | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const names = Object.keys(known);
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  if (unknown.length === 0) return undefined;
  const said = unknown.map((name) => `${at}${name}${guessOf(name, names)}`);
  return `there is no option ${said.join(' or ')}; there are ${names.join(', ')}`;
}

function guessOf(name: string, names: readonly string[]): string {
  const edits = (known: string) => editsBetween(plain(name), plain(known));
  const [nearest = ''] = names.toSorted((one, other) => edits(one) - edits(other));
  return edits(nearest) <= Math.min(MOST_EDITS, name.length / 3) ? ` (did you mean ${nearest}?)` : '';
}

/** `jwks_uri` and `JWKSURI` are the same word; a longer one than any option's need not be compared to its end. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 40);

/** Levenshtein's distance, row by row. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length]!;
}
