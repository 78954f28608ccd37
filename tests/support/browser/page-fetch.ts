const SIMPLE_METHODS = ['GET', 'HEAD', 'POST'];
const SIMPLE_HEADERS = ['accept', 'accept-language', 'content-language'];
const SIMPLE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)(;|$)/;
const READABLE = ['cache-control', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'];

const isSimple = ([name, value]: [string, string]) =>
  SIMPLE_HEADERS.includes(name) || (name === 'content-type' && SIMPLE_TYPES.test(value));

const namesIn = (list: string | null) => (list ?? '').toLowerCase().split(/\s*,\s*/);

/** `fetch` as a page of an origin has it: without cookies, by the Fetch standard's CORS protocol, which Node leaves out. */
export class PageFetch {
  /** Preflights that were sent, as method and path. */
  readonly preflights: string[] = [];
  private readonly fetch = globalThis.fetch;

  constructor(private readonly origin: string) {}

  /** Runs what the page does. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    globalThis.fetch = (url, init) => this.call(new Request(url, init));
    try {
      return await work();
    } finally {
      globalThis.fetch = this.fetch;
    }
  }

  private async call(request: Request): Promise<Response> {
    const asked = [...request.headers].filter((header) => !isSimple(header)).map(([name]) => name);
    if (asked.length > 0 || !SIMPLE_METHODS.includes(request.method)) await this.preflight(request, asked);
    request.headers.set('origin', this.origin);
    const answer = await this.fetch(request);
    this.assertAllowed(answer);
    const readable = [...READABLE, ...namesIn(answer.headers.get('access-control-expose-headers'))];
    const headers = [...answer.headers].filter(([name]) => readable.includes(name));
    return new Response(answer.body, { status: answer.status, headers });
  }

  private async preflight({ url, method }: Request, asked: string[]): Promise<void> {
    this.preflights.push(`${method} ${new URL(url).pathname}`);
    const named = { 'access-control-request-method': method, 'access-control-request-headers': asked.join(',') };
    const answer = await this.fetch(url, { method: 'OPTIONS', headers: { origin: this.origin, ...named } });
    this.assertAllowed(answer);
    const methods = [...namesIn(answer.headers.get('access-control-allow-methods')), 'get', 'head', 'post'];
    const headers = namesIn(answer.headers.get('access-control-allow-headers'));
    if (!answer.ok || !methods.includes(method.toLowerCase()) || !asked.every((name) => headers.includes(name)))
      throw new TypeError(`a preflight does not allow ${method} ${url} with ${asked.join(', ')}`);
  }

  private assertAllowed({ url, headers }: Response): void {
    if (!['*', this.origin].includes(headers.get('access-control-allow-origin') ?? ''))
      throw new TypeError(`pages of ${this.origin} may not read ${url}`);
  }
}
