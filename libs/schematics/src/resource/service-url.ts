import type { Tree } from '@angular-devkit/schematics';

import { guardAddresses } from '../app/guard-addresses';

/** The address of the service, as the settings of its guard have it. */
export interface ServiceUrl {
  /** Empty where the settings are too clever to be read. */
  readonly url: string;
  /** The variable that replaces it where the service runs. */
  readonly variable: string | undefined;
}

/** @param guard the file that calls `GuardModule.forRoot` or `forRootAsync`. */
export function serviceUrl(tree: Tree, guard: string): ServiceUrl {
  const { audience } = guardAddresses(tree, guard, { issuer: '', audience: '' });
  return { url: /'([^']*)'$/.exec(audience)?.[1] ?? '', variable: /^process\.env\.(\w+)/.exec(audience)?.[1] };
}
