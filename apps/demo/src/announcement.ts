import { join } from 'node:path';
import type { DemoSettings } from './config/demo-settings';
import type { Credentials } from './credentials';
import type { Listening } from './demo-app';

interface Started {
  application: Listening;
  credentials: Pick<Credentials, 'account'>;
}

/** The lines on the terminal: with npm's own four at most ten; the last is the address to click. */
export function announcement(settings: DemoSettings, { application, credentials }: Started): string[] {
  const { authUrl, appUrl, dataDir } = settings;
  const { email, password } = credentials.account;
  const accounts = appUrl === null ? 'a demo account' : `people who sign in at ${appUrl},`;
  return [
    `Consentry is running, with ${accounts} and a demo application. Ctrl-C stops it.`,
    `  every endpoint of the auth server:  ${authUrl}/docs`,
    appUrl === null
      ? `  the six steps, to run or to paste:  sh ${join(dataDir, 'transcript.sh')}`
      : `  who can sign in, by which password: ${email}, ${password}`,
    `  to begin again from nothing:        stop it and delete ${dataDir}`,
    ...('problem' in application ? [`  the demo application has no page, as ${application.problem}`] : []),
    `  to begin, open                      ${'url' in application ? application.url : `${authUrl}/`}`,
  ];
}
