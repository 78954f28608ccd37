/** In order: Edge, Opera and Samsung's browser also name Chrome, and Chrome also names Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/\d/, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\/\d/, 'Opera'],
  [/\bSamsungBrowser\/\d/, 'Samsung Internet'],
  [/\bVivaldi\/\d/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/\d/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/\d/, 'Chrome'],
  [/\bChromium\/\d/, 'Chromium'],
  [/\bVersion\/\d[^ ]* (?:Mobile\/\w+ )?Safari\/\d/, 'Safari'],
];

/** In order: Android also names Linux, and an iPhone also names Mac OS X. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Characters read; real ones have about 120. */
const LONGEST_READ = 512;

/**
 * "Firefox on Linux": browser and system of a `User-Agent` (RFC 9110 §10.1.5). Only names of the tables above come out, as
 * the sender chooses the header.
 *
 * @returns at most 60 characters; `null` where neither is known.
 */
export function browserLabel(userAgent: string | undefined): string | null {
  const read = (userAgent ?? '').slice(0, LONGEST_READ);
  const [browser, system] = [nameIn(read, BROWSERS), nameIn(read, SYSTEMS)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

const nameIn = (text: string, names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
