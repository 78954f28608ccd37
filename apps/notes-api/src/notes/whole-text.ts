import type { ValueTransformer } from 'typeorm';

/** SQLite ends a text at U+0000: it becomes ESC 0, and ESC becomes ESC 1. */
export const WHOLE_TEXT: ValueTransformer = {
  to: (text: string) => text.replaceAll('\u001b', '\u001b1').replaceAll('\u0000', '\u001b0'),
  from: (kept: string) => kept.replaceAll('\u001b0', '\u0000').replaceAll('\u001b1', '\u001b'),
};
