import type { BrowserContext, Request } from 'playwright-core';
import { noteSecrets } from '../server/seen-secrets';

/** Tells of each violation, also of those that Chromium would only report. It passes the policy, as the debugger set it. */
const VIOLATIONS = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
  console.error('violates the policy: ' + effectiveDirective + ' ' + blockedURI + ' ' + sample));`;

interface Left {
  stored: string[];
  cached: string[];
  readable: string;
}

const LEFT = `(async () => ({
  stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
  cached: await caches.keys(),
  readable: document.cookie,
}))()`;

const NO_ANSWER = { status: 0, headers: new Headers(), text: '', body: undefined };

/** What no page may do, found in all contexts of a test. */
export class Findings {
  readonly all: string[] = [];
  private readonly looked: Promise<void>[] = [];

  /** @param origin of the auth server. */
  constructor(private readonly origin: () => string) {}

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(VIOLATIONS);
    context.on('weberror', (error) => this.all.push(`error of a script: ${error.error().message}`));
    context.on('console', (message) => {
      const text = message.text();
      // Of the page itself a test sees the status; of what a page loads `response` tells.
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) this.all.push(`console: ${text}`);
    });
    context.on('request', (request) => this.look(request));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (!request.isNavigationRequest() && reason !== 'net::ERR_ABORTED') this.all.push(`${request.url()}: ${reason}`);
    });
    context.on('response', (response) => {
      const { status, url } = { status: response.status(), url: response.url() };
      if (!response.request().isNavigationRequest() && status >= 400) this.all.push(`${url}: ${status}`);
    });
  }

  private look(request: Request): void {
    const to = request.url();
    if (/^https?:/.test(to) && !this.isOwn(to)) this.looked.push(this.lookAtReferer(request));
    const isLoaded = !request.isNavigationRequest() && !to.startsWith('data:');
    if (isLoaded && this.isOwn(request.frame().url()) && !this.isOwn(to)) this.all.push(`a page loads ${to}`);
    noteSecrets(to, new URLSearchParams(request.postData() ?? ''), NO_ANSWER);
  }

  /** Of the headers on the wire; what Chromium tells first is provisional. */
  private async lookAtReferer(request: Request): Promise<void> {
    const referer = await request.headerValue('referer').catch(() => null);
    if (referer !== null && this.isOwn(referer)) this.all.push(`${request.url()} was sent the Referer ${referer}`);
  }

  /** Call it before a context closes: what pages left in the browser. */
  async settle(context: BrowserContext): Promise<void> {
    await Promise.all(this.looked.splice(0));
    for (const { name, value } of await context.cookies())
      if (name.includes('consentry_session')) noteSecrets('', { session_token: value }, NO_ANSWER);
    for (const page of context.pages()) {
      // A form that the test sent may still be on its way: the page that answers is the one to look at.
      await page.waitForLoadState();
      if (!this.isOwn(page.url())) continue;
      const { stored, cached, readable } = await page.evaluate<Left>(LEFT).catch(() => page.evaluate<Left>(LEFT));
      if (stored.length > 0) this.all.push(`${page.url()} stored ${stored.join()}`);
      if (readable !== '') this.all.push(`${page.url()}: scripts can read ${readable}`);
      if (cached.length > 0) this.all.push(`${page.url()} keeps ${cached.join()}`);
    }
  }

  private isOwn(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === new URL(this.origin()).origin;
  }
}
