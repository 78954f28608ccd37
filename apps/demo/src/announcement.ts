import { join } from 'node:path';
import type { DemoSettings } from './config/demo-settings';

/** The lines on the terminal: with npm's own four at most ten. `callback` is an address, or why there is no page. */
export function announcement({ authUrl, dataDir }: DemoSettings, callback: string): string[] {
  return [
    'Consentry is running, with a demo account and application. Ctrl-C stops it.',
    `  every endpoint of the auth server:  ${authUrl}/docs`,
    `  what the demo application receives: ${callback}`,
    `  the six steps, to run or to paste:  sh ${join(dataDir, 'transcript.sh')}`,
    `  to begin again from nothing:        stop it and delete ${dataDir}`,
  ];
}
