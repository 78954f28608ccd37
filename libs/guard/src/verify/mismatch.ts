/** Characters of what came. */
const MOST = 200;

/**
 * What a token should have said and what it says, for a line of the log: what came may be unsigned, so it is cut, in
 * printable ASCII, and left out where it is no text.
 */
export function mismatchOf(expected: readonly string[], got: unknown): string {
  const texts: unknown[] = Array.isArray(got) ? got : [got];
  const said = texts.every((text) => typeof text === 'string') ? texts.map(quoted).join(', ') : 'no text';
  return `expected ${expected.map(quoted).join(' or ')}, got ${cut(said)}`;
}

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

const quoted = (text: string) => JSON.stringify(text).replace(/[^ -~]/g, escaped);

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
