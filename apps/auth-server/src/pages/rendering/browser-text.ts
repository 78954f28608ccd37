import type { Presentation } from './presentation';

/** A label of `browserLabel`, "Firefox on Linux", in the reader's language; `null`: unknown. */
export function browserText(label: string | null, { t }: Pick<Presentation, 't'>): string {
  if (label === null) return t.browsers.unknown;
  const [browser = '', system] = label.split(' on ');
  return system === undefined ? browser : t.browsers.on(browser, system);
}

export const isOnPhone = (label: string | null): boolean => /(iPhone|iPad|Android)$/.test(label ?? '');
