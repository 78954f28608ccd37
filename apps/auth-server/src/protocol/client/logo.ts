import { imageHeader } from './image-header';
import { rasterTypeOf } from './image-type';

/** Bytes, as of a team's own logo: in base64 it fits into a body of the API, and pages of many applications stay small. */
export const LARGEST_LOGO = 64 * 1_024;
/** Pixels of each side: browsers need four bytes of memory for each pixel, however small the file is. */
export const WIDEST_LOGO = 1_024;

/** What is wrong with a logo; `null`: it is shown as it is. Its bytes decide, not its name or media type. */
export function logoProblem(content: Buffer): string | null {
  if (content.length === 0) return 'is empty';
  if (content.length > LARGEST_LOGO) return `is larger than ${LARGEST_LOGO / 1_024} KB`;
  const type = rasterTypeOf(content);
  if (type === null) return 'must be a PNG, JPEG or WebP image';
  const header = imageHeader(type, content);
  if (header === null) return 'is damaged, or continues past the end of its image';
  const { width, height, isAnimated } = header;
  if (Math.max(width, height) > WIDEST_LOGO)
    return `has ${width} x ${height} pixels; at most ${WIDEST_LOGO} x ${WIDEST_LOGO} are allowed`;
  // Motion beside a decision distracts from it (WCAG 2.2.2).
  return isAnimated ? 'is animated; a still image is needed' : null;
}
