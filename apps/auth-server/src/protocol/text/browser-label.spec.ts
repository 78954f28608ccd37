import { browserLabel } from './browser-label';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('browserLabel', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${IPHONE} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/156 Safari/537 OPR/120.0`, 'Opera on macOS'],
    [
      `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    // A program without a browser's name, and a browser without a system's.
    ['Mozilla/5.0 (X11; Linux x86_64) SomeProgram/1.0', 'Linux'],
    ['Firefox/140.0', 'Firefox'],
  ])('%s: %s', (userAgent, label) => {
    expect(browserLabel(userAgent)).toBe(label);
  });

  it.each([undefined, '', 'curl/8.5.0', 'node', '<b>Firefox</b>', '\u202eFirefox', 'a'.repeat(10_000)])(
    '%j is unknown',
    (userAgent) => {
      expect(browserLabel(userAgent)).toBeNull();
    },
  );

  it.each([
    ['<script>alert(1)</script> Firefox/1 Linux', 'Firefox on Linux'],
    ['\u202eFirefox/1\u2066 (Windows NT) \0', 'Firefox on Windows'],
    [`${'Version/1'.repeat(1_100)} Firefox/1 Linux`, null],
    [`Firefox/1 Linux ${'x'.repeat(10_000)}`, 'Firefox on Linux'],
  ])('repeats nothing of what was sent: %j', (userAgent, label) => {
    expect(browserLabel(userAgent)).toBe(label);
  });
});
