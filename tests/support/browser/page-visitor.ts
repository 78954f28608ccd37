import { call } from '../world/world';

interface Form {
  action: string;
  /** What it sends unless something is typed. */
  fields: Record<string, string>;
}

export interface VisitedPage {
  status: number;
  headers: Headers;
  html: string;
  /** What stands on it, without tags. */
  text: string;
  forms: Form[];
  /** The redirect's target: of our own origin its path with the query. */
  next: string | null;
  /** Where it goes on its own. */
  refresh: string | null;
}

/** A person with a browser without scripts: keeps cookies, reads pages, fills in their forms. */
export class PageVisitor {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly server: { url: string },
    private readonly headers: Record<string, string> = {},
  ) {}

  get origin(): string {
    return new URL(this.server.url).origin;
  }

  /** Follows redirects to our own pages. */
  async open(path: string): Promise<VisitedPage> {
    const page = await this.get(path);
    return page.next?.startsWith('/') ? this.open(page.next) : page;
  }

  get = (path: string) => this.send('GET', path);

  /** Sends the page's form of that action, with what was typed, and follows the answer to our own pages. */
  async submit(page: VisitedPage, action: string, typed: Record<string, string> = {}): Promise<VisitedPage> {
    const answer = await this.post(page, action, typed);
    return answer.next?.startsWith('/') ? this.open(answer.next) : answer;
  }

  /** The same, up to the answer. */
  post(
    { forms }: VisitedPage,
    action: string,
    typed: Record<string, string> = {},
    headers: Record<string, string> = { origin: new URL(this.server.url).origin },
  ): Promise<VisitedPage> {
    const form = forms.find((one) => one.action === action);
    if (form === undefined) throw new Error(`no form for ${action}, only ${forms.map((one) => one.action).join(', ')}`);
    return this.send('POST', action, new URLSearchParams({ ...form.fields, ...typed }), headers);
  }

  async send(
    method: string,
    path: string,
    body?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<VisitedPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(method, new URL(path, this.server.url).href, {
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...this.headers, ...headers },
      body,
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return pageOf(answer, new URL(this.server.url).origin);
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function pageOf(
  { status, headers, text: html }: { status: number; headers: Headers; text: string },
  origin: string,
): VisitedPage {
  const location = headers.get('location');
  const body = html.replace(/^[^]*<body>/, '');
  return {
    ...{ status, headers, html },
    text: decode(body.replace(/<(svg|script)[^]*?<\/\1>|<\/?b>|<\/?bdi>/g, '').replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim(),
    forms: [...html.matchAll(/<form ([^>]*)>([^]*?)<\/form>/g)].map(([, own = '', inside = '']) => ({
      action: attributesOf(own)['action'] ?? '',
      fields: fieldsIn(inside),
    })),
    refresh: refreshOf(html),
    next: location === null ? null : location.replace(new RegExp(`^${origin}(?=/)`), ''),
  };
}

const refreshOf = (html: string) => {
  const [, url] = /<meta http-equiv="refresh" content="\d+; ?url=([^"]*)"/.exec(html) ?? [];
  return url === undefined ? null : decode(url);
};

const fieldsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input ([^>]*)>/g)]
      .map(([, text = '']) => attributesOf(text))
      .filter(({ name }) => name !== undefined)
      .map(({ name, value = '' }) => [name!, value]),
  );

const attributesOf = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const decode = (text: string) => text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
