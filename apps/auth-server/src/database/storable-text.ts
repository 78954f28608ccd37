/** PostgreSQL keeps no U+0000, and `state` and `nonce` come back byte for byte: it is kept as ESC 0, and ESC itself as ESC 1. */
export const escapeNul = (text: string | null) =>
  text?.replaceAll('\u001b', '\u001b1').replaceAll('\u0000', '\u001b0') ?? null;

export const unescapeNul = (kept: string | null) =>
  kept?.replaceAll('\u001b0', '\u0000').replaceAll('\u001b1', '\u001b') ?? null;
