import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rasterTypeOf } from '../../protocol/client/image-type';
import { isShowable } from '../../protocol/text/showable-text';
import { colorsOf, contrastProblems } from './brand-contrast';
import { brandSheet, readBrandTokens } from './brand-tokens';
import { PAGES } from './described/pages';
import type { Complain } from './json-setting';
import { spellSystemError } from './system-error';
import { quoted } from './url-setting';

const LONGEST_NAME = 60;
const LARGEST_LOGO = 64 * 1_024;
const LARGEST_SHEET = 64 * 1_024;
/** Without `BRAND_NAME`. */
export const OWN_NAME = PAGES.settings.BRAND_NAME.default;
/** Of the pages; its colours are what a team's stand beside. */
const OWN_SHEET = join(__dirname, '../../../assets/consentry.css');

/** A file that pages are sent. */
export interface BrandFile {
  /** Ours, with the extension of what it holds. */
  readonly name: string;
  readonly content: Buffer;
}

/** Whose server it is, as its pages show it. */
export interface Brand {
  /** `BRAND_NAME`, default Consentry. */
  readonly name: string;
  /** `BRAND_LOGO_FILE`; `null`: our mark. */
  readonly logo: BrandFile | null;
  /** The tokens of `BRAND_CSS_FILE`. */
  readonly css: BrandFile | null;
}

/** @param text a variable of the environment; @param complain with the variable that is wrong. */
export function readBrand(
  text: (variable: keyof typeof PAGES.settings) => string | undefined,
  complain: (variable: string, problem: string) => void,
): Brand {
  const name = text('BRAND_NAME') ?? OWN_NAME;
  const problem = nameProblem(name);
  if (problem !== null) complain('BRAND_NAME', problem);
  const fileOf = (
    variable: keyof typeof PAGES.settings,
    readFile: (path: string, complain: Complain) => BrandFile | null,
  ) => {
    const path = text(variable);
    return path === undefined ? null : readFile(path, (problem) => complain(variable, problem));
  };
  return { name, logo: fileOf('BRAND_LOGO_FILE', readLogo), css: fileOf('BRAND_CSS_FILE', readSheet) };
}

function nameProblem(name: string): string | null {
  const isLine = isShowable(name) && name.trim() === name && [...name].length <= LONGEST_NAME;
  return isLine ? null : `must be at most ${LONGEST_NAME} characters, without control characters or spaces at its ends`;
}

function readLogo(path: string, complain: Complain): BrandFile | null {
  const content = read(path, LARGEST_LOGO, complain);
  if (content === null) return null;
  const type = rasterTypeOf(content) ?? (isSvg(content) ? 'svg' : null);
  if (type !== null) return { name: `brand-logo.${type}`, content };
  complain(`${quoted(path)} must be a PNG, JPEG or WebP file, or SVG with its xmlns`);
  return null;
}

/** Without its namespace an SVG file is no picture to a browser. */
const isSvg = (content: Buffer) =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg\s[^>]*xmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(
    content.toString('utf8'),
  );

/** A sheet of tokens alone, in colours that people can tell apart. */
function readSheet(path: string, complain: Complain): BrandFile | null {
  const content = read(path, LARGEST_SHEET, complain);
  if (content === null) return null;
  const problems: string[] = [];
  const tokens = readBrandTokens(content.toString('utf8'), (problem) => problems.push(problem));
  if (problems.length === 0)
    problems.push(...contrastProblems(new Map([...colorsOf(readFileSync(OWN_SHEET, 'utf8')), ...tokens])));
  for (const problem of problems) complain(`${quoted(path)} ${problem}`);
  return { name: 'brand.css', content: Buffer.from(brandSheet(tokens)) };
}

function read(path: string, most: number, complain: Complain): Buffer | null {
  try {
    const content = readFileSync(path);
    if (content.length <= most) return content;
    complain(`${quoted(path)} is larger than ${most / 1_024} KB`);
  } catch (error) {
    complain(`${quoted(path)} cannot be read: ${spellSystemError(error)}`);
  }
  return null;
}
