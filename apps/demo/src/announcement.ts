import type { DemoSettings } from './config/demo-settings';

/** What is said before the transcript; as comments, so that all that is printed may be pasted. */
export function announcement({ authUrl, baseUrl, dataDir }: DemoSettings): string[] {
  return [
    '# Consentry is running, with a demo account and application:',
    `#   the auth server at ${authUrl} and its API document at ${authUrl}/docs`,
    `#   the example service at ${baseUrl}`,
    `#   databases, logs and credentials in ${dataDir}`,
    '# Paste what follows into another terminal, line by line or all at once. Ctrl-C here stops both services.',
    '#',
  ];
}
