import { Refusal } from './refusal.mjs';

const MOST = 100_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A strict form reader: type, size, unique names, valid escapes. */
export function parseForm(type, chunks) {
  if (type !== 'application/x-www-form-urlencoded') throw new Refusal('invalid_request');
  const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  if (bytes.length > MOST) throw new Refusal('invalid_request', 413);
  const form = Object.create(null);
  try {
    for (const pair of utf8.decode(bytes).split('&')) {
      const at = pair.indexOf('=');
      const name = decode(at === -1 ? pair : pair.slice(0, at));
      if (name in form) throw new Refusal('invalid_request');
      form[name] = at === -1 ? '' : decode(pair.slice(at + 1));
    }
  } catch {
    throw new Refusal('invalid_request');
  }
  return form;
}

function decode(text) {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
