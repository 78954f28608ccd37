import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';

import type { BridgeSettings } from './bridge.settings.ts';

const ROUTES = ['', '/jwks.json', '/sign-out'];

/**
 * The path of the module by which its routes are where `url` leads, whatever prefix the application has. Throws an Error
 * where there is none.
 */
export function modulePathFor({ url, origin, path }: BridgeSettings, config: ApplicationConfig): string {
  const prefix = config.getGlobalPrefix().replace(/^\/|\/$/g, '');
  if (prefix === '') return path;
  const isExcluded = ROUTES.map((route) => excludes(config, path + route));
  if (isExcluded.every(Boolean)) return path;
  const below = `/${prefix}`;
  const rest = path.slice(below.length);
  if (path.startsWith(`${below}/`) && !ROUTES.some((route) => excludes(config, rest + route))) return rest;
  const name = path.slice(1);
  throw new Error(
    `SignInBridgeModule cannot serve ${url}: setGlobalPrefix('${prefix}') moves its routes below ${origin}${below}. ` +
      `Either set url, and SIGN_IN_URL of the auth server, to ${origin}${below}${path}, ` +
      `or keep them out of the prefix: setGlobalPrefix('${prefix}', { exclude: ['${name}', '${name}/*path'] }).`,
  );
}

/** As Nest's router decides it. */
function excludes(config: ApplicationConfig, path: string): boolean {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  return exclude.some(
    ({ pathRegex, requestMethod }) =>
      (requestMethod === RequestMethod.ALL || requestMethod === RequestMethod.GET) && pathRegex.test(path),
  );
}
