import { createHash } from 'node:crypto';
import { rasterTypeOf } from '../../../protocol/client/image-type';

/** An image as `client_logos` has it. */
export interface StoredLogo {
  mediaType: string;
  /** Base64. */
  body: string;
  /** SHA-256, base64url. */
  hash: string;
  /** Its name below `/assets`, which changes with its content. */
  file: string;
}

/** @param content in which `logoProblem` found nothing. */
export function storedLogo(content: Buffer): StoredLogo {
  const type = rasterTypeOf(content);
  const subtype = type === 'jpg' ? 'jpeg' : type;
  const hash = createHash('sha256').update(content).digest('base64url');
  return { mediaType: `image/${subtype}`, body: content.toString('base64'), hash, file: `${hash}.${subtype}` };
}
