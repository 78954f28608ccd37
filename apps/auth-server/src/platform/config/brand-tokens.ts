import type { Complain } from './json-setting';
import { quoted } from './url-setting';

export type Theme = 'light' | 'dark';

/** A token's value in each theme. */
export type Themed = Readonly<Record<Theme, string>>;

const HEX = '#(?:[0-9a-f]{3}|[0-9a-f]{6})';
const COLOR = new RegExp(`^${HEX}$`, 'i');
const BOTH_COLORS = new RegExp(`^light-dark\\(\\s*(${HEX})\\s*,\\s*(${HEX})\\s*\\)$`, 'i');
export const isColor = (text: string) => COLOR.test(text);

/** Names of installed fonts, bare or quoted. */
const FONT = String.raw`(?:"[^"\\;{}<>]+"|'[^'\\;{}<>]+'|[\p{L}_-][\p{L}\p{N} _-]*)`;
const FONTS = new RegExp(`^${FONT}(?:\\s*,\\s*${FONT})*$`, 'u');
/** Up to 24 pixels: more would cut into what stands in a card. */
const LENGTH = /^(?:(?:[01]?\d|2[0-4])(?:\.\d+)?px|(?:0|1)(?:\.\d+)?rem)$/;

type Kind = 'color' | 'fonts' | 'length';

/** What a team may set; everything else in our style sheet may change with any version. */
const TOKENS: Readonly<Record<string, Kind>> = {
  '--brand': 'color',
  '--on-brand': 'color',
  '--brand-text': 'color',
  '--brand-soft': 'color',
  '--brand-line': 'color',
  '--font': 'fonts',
  '--mono': 'fonts',
  '--radius': 'length',
};

const KINDS: Readonly<Record<Kind, { pattern: RegExp; meaning: string }>> = {
  color: { pattern: COLOR, meaning: 'a colour such as #0b6b62, or light-dark(#0b6b62, #3cb3a2)' },
  fonts: { pattern: FONTS, meaning: 'a list of installed fonts' },
  length: { pattern: LENGTH, meaning: 'a length from 0px to 24px, or below 2rem' },
};

/** Which theme a block is for; `null`: both. Spaces and quotes are left out. */
const SELECTORS: ReadonlyMap<string, Theme | null> = new Map([
  [':root', null],
  [':root[data-theme=light]', 'light'],
  [':root[data-theme=dark]', 'dark'],
  [':root:not([data-theme=dark])', 'light'],
  [':root:not([data-theme=light])', 'dark'],
]);
const QUERIES: ReadonlyMap<string, Theme> = new Map([
  ['@media(prefers-color-scheme:light)', 'light'],
  ['@media(prefers-color-scheme:dark)', 'dark'],
]);

const ALLOWED = `only :root, :root[data-theme='dark'] and @media (prefers-color-scheme: dark)`;
const COMMENT = /\/\*[^]*?\*\//g;
/** What stands before braces and in them, which may hold braces once more. */
const BLOCK = /\s*([^{}]*)\{((?:[^{}]|\{[^{}]*\})*)\}\s*/y;

/**
 * The tokens that a team's style sheet sets. A block for one theme wins over `:root` alone, wherever it stands.
 *
 * @returns by name, those it sets.
 */
export function readBrandTokens(css: string, complain: Complain): ReadonlyMap<string, Themed> {
  const settings = blocksOf(css.replace(COMMENT, ' '), complain).flatMap((block) => settingsOf(block, complain));
  const forOne = settings.filter(({ theme }) => theme !== null);
  const tokens = new Map<string, Themed>();
  for (const { name, value } of settings.filter(({ theme }) => theme === null)) tokens.set(name, value);
  for (const { name, value, theme } of forOne) {
    const other: Partial<Themed> = tokens.get(name) ?? {};
    tokens.set(name, { ...other, [theme!]: value[theme!] } as Themed);
  }
  for (const [name, { light, dark }] of tokens)
    if (light === undefined || dark === undefined)
      complain(`sets ${name} for one theme only; set it in :root too, where it applies to both`);
  return tokens;
}

interface Block {
  theme: Theme | null;
  body: string;
}

function blocksOf(css: string, complain: Complain): Block[] {
  return sectionsOf(css, complain).flatMap(({ prelude, body }) => {
    const queried = QUERIES.get(bare(prelude));
    if (queried === undefined) return blockOf(prelude, body, null, complain);
    return sectionsOf(body, complain).flatMap((inner) => blockOf(inner.prelude, inner.body, queried, complain));
  });
}

function sectionsOf(css: string, complain: Complain): { prelude: string; body: string }[] {
  const sections: { prelude: string; body: string }[] = [];
  let at = 0;
  while (css.slice(at).trim() !== '') {
    BLOCK.lastIndex = at;
    const match = BLOCK.exec(css);
    if (match === null) {
      complain(`cannot be read from ${excerpt(css.slice(at))} onwards; it may contain ${ALLOWED}`);
      break;
    }
    sections.push({ prelude: match[1]!.trim(), body: match[2]! });
    at = BLOCK.lastIndex;
  }
  return sections;
}

function blockOf(prelude: string, body: string, queried: Theme | null, complain: Complain): Block[] {
  const theme = SELECTORS.get(bare(prelude));
  const clashes = queried !== null && theme !== null && theme !== queried;
  if (theme !== undefined && !clashes && !body.includes('{')) return [{ theme: queried ?? theme, body }];
  complain(`contains ${excerpt(prelude)}; it may contain ${ALLOWED}`);
  return [];
}

function settingsOf({ theme, body }: Block, complain: Complain) {
  const declarations = body.split(';').map((declaration) => declaration.trim());
  return declarations
    .filter((declaration) => declaration !== '')
    .flatMap((declaration) => {
      const [name = '', ...rest] = declaration.split(':').map((part) => part.trim());
      const value = valueOf(name, rest.join(':'), theme, complain);
      return value === null ? [] : [{ name, theme, value }];
    });
}

function valueOf(name: string, text: string, theme: Theme | null, complain: Complain): Themed | null {
  const kind = Object.hasOwn(TOKENS, name) ? TOKENS[name]! : null;
  if (kind === null) complain(`sets ${excerpt(name)}; it may set ${Object.keys(TOKENS).join(', ')}`);
  else if (kind !== 'color' && theme !== null)
    complain(`sets ${name} for one theme; it applies to both: set it in :root`);
  else {
    const [, light, dark] = (kind === 'color' && theme === null && BOTH_COLORS.exec(text)) || [];
    if (light !== undefined) return { light, dark: dark! };
    if (KINDS[kind].pattern.test(text)) return { light: text, dark: text };
    complain(`sets ${name} to ${excerpt(text)}; it must be ${KINDS[kind].meaning}`);
  }
  return null;
}

/** What pages are sent: only what was understood, so that nothing else of the file reaches a browser. */
export function brandSheet(tokens: ReadonlyMap<string, Themed>): string {
  const lines = [...tokens].map(([name, { light, dark }]) => `  ${name}: ${themed(light, dark)};`);
  return `:root {\n${lines.join('\n')}\n}\n`;
}

/** As our own sheet says it: browsers without `light-dark()` know this. */
const themed = (light: string, dark: string) =>
  light === dark ? light : `var(--light, ${light}) var(--dark, ${dark})`;

const bare = (text: string) => text.replace(/[\s'"]/g, '').toLowerCase();

const excerpt = (text: string) => quoted(text.length > 60 ? `${text.slice(0, 60)}…` : text);
