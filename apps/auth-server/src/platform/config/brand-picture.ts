import { readFileSync } from 'node:fs';
import { type RasterType, rasterTypeOf } from '../../protocol/client/image-type';
import type { Complain } from './json-setting';
import { spellSystemError } from './system-error';
import { quoted } from './url-setting';

const LARGEST = 64 * 1_024;

/** A file that pages are sent. */
export interface BrandFile {
  /** Ours, with the extension of what it holds. */
  readonly name: string;
  readonly content: Buffer;
}

/** The kinds of pictures that a setting takes beside SVG. */
interface Kinds {
  types: readonly RasterType[];
  words: string;
}

export const LOGO: Kinds = { types: ['png', 'jpg', 'webp'], words: 'a PNG, JPEG or WebP file' };
/** All browsers draw these in their tabs. */
export const ICON: Kinds = { types: ['png'], words: 'a PNG file' };

/** @param name of the file that pages are sent, without extension. */
export function readPicture(path: string, name: string, { types, words }: Kinds, complain: Complain): BrandFile | null {
  const content = readBrandFile(path, complain);
  if (content === null) return null;
  const type = isSvg(content) ? 'svg' : rasterTypeOf(content);
  if (type === 'svg' || (type !== null && types.includes(type))) return { name: `${name}.${type}`, content };
  complain(`${quoted(path)} must be ${words}, or SVG with its xmlns`);
  return null;
}

/** Without its namespace an SVG file is no picture to a browser. */
const isSvg = (content: Buffer) =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg\s[^>]*xmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(
    content.toString('utf8'),
  );

export function readBrandFile(path: string, complain: Complain): Buffer | null {
  try {
    const content = readFileSync(path);
    if (content.length <= LARGEST) return content;
    complain(`${quoted(path)} is larger than ${LARGEST / 1_024} KB`);
  } catch (error) {
    complain(`${quoted(path)} cannot be read: ${spellSystemError(error)}`);
  }
  return null;
}
