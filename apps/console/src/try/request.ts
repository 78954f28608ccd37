/** A request as a client of the server would send it; a query stands in the path. */
export interface Request {
  method: 'GET' | 'POST';
  /** Below the auth server's address; absolute where it is for another. */
  url: string;
  headers: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
}

export const FORMATS = ['http', 'curl', 'node'] as const;

export type Format = (typeof FORMATS)[number];

/** The request as somebody else can send it. @param server the auth server's address, with its prefix */
export function written(request: Request, format: Format, server: string): string {
  const whole = { ...request, url: request.url.startsWith('/') ? server + request.url : request.url };
  return format === 'http' ? asHttp(whole) : format === 'curl' ? asCurl(whole) : asNode(whole);
}

const TYPE = 'application/x-www-form-urlencoded';

function asHttp({ method, url, headers, form }: Request): string {
  const { host, pathname, search } = new URL(url);
  const all = { Host: host, ...headers, ...(form && { 'Content-Type': TYPE }) };
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ];
  // A line for each parameter is read more easily than the one line on the wire.
  return form ? `${head.join('\n')}\n\n${encoded(form).replaceAll('&', '\n&')}` : head.join('\n');
}

function asCurl({ method, url, headers, form = {} }: Request): string {
  const parts = [
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...Object.entries(form).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return [`curl -i${method === 'POST' ? ' -X POST' : ''} ${quoted(url)}`, ...parts].join(' \\\n  ');
}

function asNode({ method, url, headers, form }: Request): string {
  const options = [
    ...(method === 'POST' ? [`  method: 'POST',`] : []),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${JSON.stringify(headers)},`] : []),
    ...(form ? [`  body: new URLSearchParams(${JSON.stringify(form, null, 2).replaceAll('\n', '\n  ')}),`] : []),
  ];
  return `const answer = await fetch(${JSON.stringify(url)}, {\n${options.join('\n')}\n});\nconsole.log(answer.status, await answer.text());`;
}

const encoded = (form: Readonly<Record<string, string>>) => new URLSearchParams(form).toString();

/** Quotes for a POSIX shell, which reads nothing inside single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
