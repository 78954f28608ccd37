import { existsSync } from 'node:fs';
import { describeInstalled } from '../run/installed';

export const CHROMIUM = process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
export const FIREFOX = process.env['TEST_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Tests in a real browser; a machine without it says that they did not run. */
export const describeInChromium = (name: string, tests: () => void) =>
  describeInstalled(name, existsSync(CHROMIUM), 'chromium-headless-shell', tests);

/** The same with scripts and without. */
export const describeWithAndWithoutScripts = (name: string, tests: (javaScriptEnabled: boolean) => void) => {
  for (const isOn of [true, false])
    describeInChromium(`${name}, ${isOn ? 'with' : 'without'} scripts`, () => tests(isOn));
};

export const describeInFirefox = (name: string, tests: () => void) =>
  describeInstalled(name, existsSync(FIREFOX), 'firefox-esr', tests);

/** Of the machine's variables a browser gets these alone: a proxy would stand between it and the server. */
export const browserEnvironment = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['CONSENTRY_TEST_DIR'] ?? '/tmp',
});
