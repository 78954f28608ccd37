import { readFileSync } from 'node:fs';
import { isShowable } from '../../protocol/text/showable-text';
import { brandColors, nearestBrandColor } from './brand-color';
import { colorsOf, contrastProblems } from './brand-contrast';
import { type BrandLink, readBrandLinks } from './brand-links';
import { type BrandFile, ICON, LOGO, readBrandFile, readPicture } from './brand-picture';
import { type Themed, brandSheet, isColor, readBrandTokens } from './brand-tokens';
import { PAGES } from './described/pages';
import type { Complain } from './json-setting';
import { type InsecureHosts, quoted, urlProblem } from './url-setting';

const LONGEST_NAME = 60;
/** Without `BRAND_NAME`. */
export const OWN_NAME = PAGES.settings.BRAND_NAME.default;
/** Of the pages; its colours are what a team's stand beside. */
const OWN_SHEET = require.resolve('#ui/consentry.css');

/** Whose server it is, as its pages show it. */
export interface Brand {
  /** `BRAND_NAME`, default Consentry. */
  readonly name: string;
  /** `BRAND_LOGO_FILE`; `null`: our mark. */
  readonly logo: BrandFile | null;
  /** `BRAND_LOGO_DARK_FILE`; `null`: the same as in the light theme. */
  readonly darkLogo: BrandFile | null;
  /** `BRAND_LOGO_SHOWS_NAME`, default off: the name does not stand beside it. */
  readonly logoShowsName: boolean;
  /** `BRAND_ICON_FILE`, default the logo; `null`: our mark. */
  readonly icon: BrandFile | null;
  /** The tokens of `BRAND_COLOR` and `BRAND_CSS_FILE`. */
  readonly css: BrandFile | null;
  /** Of every token, ours and the team's. */
  readonly colors: ReadonlyMap<string, Themed>;
  /** `BRAND_LINKS`. */
  readonly links: readonly BrandLink[];
  /** `DOCS_URL`. */
  readonly docsUrl: string | null;
}

type Variable = keyof typeof PAGES.settings;
type Tokens = ReadonlyMap<string, Themed>;

interface Read {
  text: (variable: Variable) => string | undefined;
  logoShowsName: boolean;
  insecureHosts: InsecureHosts;
}

/** @param text a variable of the environment; @param complain with the variable that is wrong. */
export function readBrand(
  { text, logoShowsName, insecureHosts }: Read,
  complain: (variable: Variable, problem: string) => void,
): Brand {
  const read = <Value>(variable: Variable, reader: (value: string, complain: Complain) => Value): Value | null => {
    const value = text(variable);
    return value === undefined ? null : reader(value, (problem) => complain(variable, problem));
  };
  const name = read('BRAND_NAME', readName) ?? OWN_NAME;
  const logo = read('BRAND_LOGO_FILE', (path, complain) => readPicture(path, 'brand-logo', LOGO, complain));
  const darkLogo = read('BRAND_LOGO_DARK_FILE', (path, complain) =>
    readPicture(path, 'brand-logo-dark', LOGO, complain),
  );
  const icon = read('BRAND_ICON_FILE', (path, complain) => readPicture(path, 'brand-icon', ICON, complain));
  if (text('BRAND_LOGO_FILE') === undefined) {
    if (darkLogo !== null) complain('BRAND_LOGO_DARK_FILE', 'needs BRAND_LOGO_FILE too, for light pages');
    if (logoShowsName) complain('BRAND_LOGO_SHOWS_NAME', 'needs BRAND_LOGO_FILE too');
  }
  const own = colorsOf(readFileSync(OWN_SHEET, 'utf8'));
  const colors = read('BRAND_COLOR', (color, complain) => readColor(color, own, complain));
  const tokens = read('BRAND_CSS_FILE', (path, complain) =>
    readTokens(path, new Map([...own, ...(colors ?? [])]), complain),
  );
  const links = read('BRAND_LINKS', (json, complain) => readBrandLinks(json, insecureHosts, complain)) ?? [];
  const docsUrl = read('DOCS_URL', (url, complain) => readUrl(url, insecureHosts, complain));
  const css = sheetOf(colors, tokens);
  const all = new Map([...own, ...(colors ?? []), ...(tokens ?? [])]);
  return { name, logo, darkLogo, logoShowsName, icon: icon ?? logo, css, colors: all, links, docsUrl };
}

function readName(name: string, complain: Complain): string {
  const isLine = isShowable(name) && name.trim() === name && [...name].length <= LONGEST_NAME;
  if (!isLine) complain(`must be at most ${LONGEST_NAME} characters, without control characters or spaces at its ends`);
  return name;
}

function readUrl(url: string, insecureHosts: InsecureHosts, complain: Complain): string {
  const problem = urlProblem(url, insecureHosts);
  if (problem !== null) complain(`is ${quoted(url)}, which ${problem}`);
  return url;
}

/** The tokens that a colour stands for, where people can read what is on it. */
function readColor(color: string, own: Tokens, complain: Complain): Tokens | null {
  if (!isColor(color)) {
    complain(`is ${quoted(color)}; it must be a colour such as #0b6b62`);
    return null;
  }
  const colors = brandColors(color.toLowerCase(), own);
  const [problem] = contrastProblems(new Map([...own, ...colors]));
  if (problem === undefined) return colors;
  complain(`${quoted(color)} ${problem}. The nearest colour with enough contrast is ${nearestBrandColor(color, own)}`);
  return null;
}

/** Tokens alone, in colours that people can tell apart. @param others what they stand beside. */
function readTokens(path: string, others: Tokens, complain: Complain): Tokens | null {
  const content = readBrandFile(path, complain);
  if (content === null) return null;
  const problems: string[] = [];
  const tokens = readBrandTokens(content.toString('utf8'), (problem) => problems.push(problem));
  if (problems.length === 0) problems.push(...contrastProblems(new Map([...others, ...tokens])));
  for (const problem of problems) complain(`${quoted(path)} ${problem}`);
  return tokens;
}

/** What the team's own sheet sets wins over what its colour gives. */
function sheetOf(colors: Tokens | null, tokens: Tokens | null): BrandFile | null {
  if (colors === null && tokens === null) return null;
  const all = new Map([...(colors ?? []), ...(tokens ?? [])]);
  return { name: 'brand.css', content: Buffer.from(brandSheet(all)) };
}
