import { createHash } from 'node:crypto';
import type { Settings } from './settings';

/**
 * Where on its host an issuer is. Browsers send cookies to every port and path of a host, so their names tell servers there
 * apart; the one that has the host to itself needs no suffix.
 */
export function placeOnHost({ port, pathname }: URL): Pick<Settings, 'pathPrefix' | 'cookieSuffix'> {
  const pathPrefix = pathname.replace(/\/$/, '');
  const place = port === '' ? pathPrefix : `:${port}${pathPrefix}`;
  const hash = createHash('sha256').update(place).digest('hex');
  return { pathPrefix, cookieSuffix: place === '' ? '' : `_${hash.slice(0, 8)}` };
}
