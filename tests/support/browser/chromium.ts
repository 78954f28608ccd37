import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { within } from '../world/within';
import { Findings } from './findings';
import { CHROMIUM, browserEnvironment } from './programs';

/** Firm limits, so that a page that never comes says so by itself. */
const TIMEOUT = 20_000;

/** Its start is slow on a busy machine. */
const START = 50_000;

/** The hosts of clients are on this machine. */
const EXAMPLES = '--host-resolver-rules=MAP *.example 127.0.0.1';

/** A Chromium of people who know nothing of each other. */
export class PageBrowser {
  private browser: Browser | undefined;
  private findings: Findings;

  /** Findings that the running test provokes. */
  private expected: RegExp[] = [];

  constructor(server: { url: string }) {
    this.findings = new Findings(() => server.url);
  }

  async start(): Promise<void> {
    this.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--font-render-hinting=none', '--disable-dev-shm-usage', EXAMPLES],
      env: browserEnvironment(),
      timeout: START,
    });
  }

  /** A page of a new person: no cookies, nothing cached. */
  async visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser!.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT);
    await this.findings.watch(context);
    return context.newPage();
  }

  /** The running test makes the browser complain of this. */
  expect(...complaints: RegExp[]): void {
    this.expected.push(...complaints);
  }

  /** A listener cannot fail a test: this does, at its end. */
  fail(reason: string): void {
    this.findings.all.push(reason);
  }

  /** Closes what a test opened. @returns what no page may do, as messages. */
  async settle(): Promise<string[]> {
    for (const context of this.browser?.contexts() ?? []) {
      // A page that hangs fails its own test, and no later one.
      const looked = within(this.findings.settle(context), 'what pages left behind');
      await looked.catch((error: unknown) => this.fail(String(error)));
      await context.close();
    }
    const found = this.findings.all.splice(0);
    return found.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }

  forgive(): void {
    this.expected = [];
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }
}

/** A browser for the tests of the block; after each of them no page has made an error or violated its policy. */
export function givenBrowser(server: { url: string }): PageBrowser {
  // Many steps, of which each has its own limit, are slow on a busy machine.
  jest.setTimeout(9 * TIMEOUT);
  const browser = new PageBrowser(server);
  beforeAll(() => browser.start());
  afterEach(async () => {
    const found = await browser.settle();
    browser.forgive();
    expect(found).toEqual([]);
  });
  afterAll(() => browser.stop());
  return browser;
}
