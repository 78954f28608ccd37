import { type Browser, type Page, launch } from 'puppeteer-core';
import { FIREFOX, browserEnvironment } from '@consentry/test-support/browser/programs';

const TIMEOUT = 20_000;

/** Its start is slow on a busy machine. */
const START = 50_000;

/** A Firefox, driven by WebDriver BiDi. */
export class Firefox {
  /** What its console tells as errors. */
  readonly complaints: string[] = [];
  private browser: Browser | undefined;

  async start(): Promise<void> {
    this.browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      timeout: START,
      protocolTimeout: TIMEOUT,
      env: browserEnvironment(),
      extraPrefsFirefox: { 'intl.accept_languages': 'en' },
    });
  }

  /** A page of a new person. */
  async visitor(): Promise<Page> {
    const context = await this.browser!.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error: unknown) => this.complaints.push(String(error)));
    return page;
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }
}

/** A Firefox for the tests of the block, which must end without a complaint. */
export function givenFirefox(): Firefox {
  const firefox = new Firefox();
  beforeAll(() => firefox.start());
  afterEach(() => expect(firefox.complaints.splice(0)).toEqual([]));
  afterAll(() => firefox.stop());
  return firefox;
}
