import { Refusal } from '../source/refusal';

/** The URL that an option names. Throws a Refusal for another text. */
export function parseUrl(option: string, text: string): string {
  if (!URL.canParse(text)) throw new Refusal(`${option} must be a URL; got ${JSON.stringify(text)}.`);
  return text;
}
