/** One word of a shell. */
export const shellWord = (text: string) =>
  /^[\w:/.@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A value in the query of a URL that stands in a shell's double quotes. */
export const queryValue = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A literal of TypeScript. */
export const literal = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
