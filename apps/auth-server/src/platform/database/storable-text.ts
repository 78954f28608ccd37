/** PostgreSQL stores no U+0000, and `state` must return byte for byte: U+0000 becomes ESC 0, ESC becomes ESC 1. */
export const escapeNul = (text: string | null) =>
  text?.replaceAll('\u001b', '\u001b1').replaceAll('\u0000', '\u001b0') ?? null;

export const unescapeNul = (kept: string | null) =>
  kept?.replaceAll('\u001b0', '\u0000').replaceAll('\u001b1', '\u001b') ?? null;
