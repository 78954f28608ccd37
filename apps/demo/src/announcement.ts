import { join } from 'node:path';
import type { DemoSettings } from './config/demo-settings';
import type { Listening } from './demo-app';

/** The lines on the terminal: with npm's own four at most ten; the last is the address to click. */
export function announcement({ authUrl, dataDir }: DemoSettings, application: Listening): string[] {
  return [
    'Consentry is running, with a demo account and application. Ctrl-C stops it.',
    `  every endpoint of the auth server:  ${authUrl}/docs`,
    `  the six steps, to run or to paste:  sh ${join(dataDir, 'transcript.sh')}`,
    `  to begin again from nothing:        stop it and delete ${dataDir}`,
    ...('problem' in application ? [`  the demo application has no page, as ${application.problem}`] : []),
    `  to begin, open                      ${'url' in application ? application.url : `${authUrl}/`}`,
  ];
}
