import { Refusal } from '../source/refusal';

/** RFC 6749 §3.3, without what would end a string of TypeScript. Throws a Refusal for another text. */
export function parseScope(text: string): string {
  if (!/^[\x21\x23-\x26\x28-\x5b\x5d-\x7e]+$/.test(text)) throw new Refusal(`${JSON.stringify(text)} is not a scope.`);
  return text;
}
