import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostOf } from './config/service-environment';
import { DemoError } from './demo-error';
import { assertPortIsFree } from './port-probe';

const STYLE =
  'body{font:1rem/1.5 sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}dd{overflow-wrap:anywhere}';
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The demo application's redirect URI: shows the parameters of an authorization response (RFC 6749 §4.1.2). */
export class CallbackPage {
  private readonly server: Server;

  constructor(private readonly url: string) {
    this.server = createServer((request, response) => answer(request, response, new URL(url).pathname));
  }

  /** The page's address, or why there is none: the flow works without it, so a port in use is no error. */
  async listen(): Promise<string> {
    try {
      await assertPortIsFree('CALLBACK_URL', this.url);
      this.server.listen(Number(new URL(this.url).port || 80), hostOf(this.url));
      await once(this.server, 'listening');
      return this.url;
    } catch (error) {
      return `no page, as ${error instanceof DemoError ? error.message : (error as Error).message}`;
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

function answer({ method = '', url = '/' }: IncomingMessage, response: ServerResponse, path: string): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const isRead = method === 'GET' || method === 'HEAD';
  const status = !isRead ? 405 : pathname === path ? 200 : 404;
  const body = status === 200 ? page(searchParams) : '';
  response.writeHead(status, status === 405 ? { ...HEADERS, Allow: 'GET, HEAD' } : HEADERS).end(body);
}

/** The HTML. It shows no command to paste with a parameter in it, as any website can link here. */
export function page(parameters: URLSearchParams): string {
  const rows = [...parameters].map(([name, value]) => `<dt>${escape(name)}</dt><dd><code>${escape(value)}</code></dd>`);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Demo application</title>',
    `<style>${STYLE}</style><h1>The demo application</h1>`,
    `<p>${meaning(parameters)}</p>`,
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    '</html>\n',
  ].join('');
}

function meaning(parameters: URLSearchParams): string {
  if (parameters.has('error')) return 'The auth server refused. A real application tells its user why.';
  if (!parameters.has('code'))
    return 'This is the redirect URI of the demo application. Step 3 of the transcript prints an address that leads here with a code.';
  return (
    'The auth server sent this code. A real application now compares <code>state</code> with the one it sent, and exchanges the code ' +
    'for tokens: step 4 of the transcript. A code works once and expires soon; the transcript run as a whole has already used it.'
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
