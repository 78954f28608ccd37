import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** Keeps cookies and follows no redirect. Not `fetch`, which sends `Sec-Fetch` headers of a script. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** Another browser that has the same cookies, as if it had stolen or planted them. */
  copy(): Browser {
    const copy = new Browser();
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  open(url: URL | string, headers: Record<string, string> = {}) {
    return this.call(url, headers);
  }

  /** Posts a form. */
  send(url: URL | string, form = '') {
    return this.call(url, { 'content-type': 'application/x-www-form-urlencoded' }, form);
  }

  private async call(url: URL | string, headers: Record<string, string>, form?: string) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers };
    const call = request(url, { agent: false, method: form === undefined ? 'GET' : 'POST', headers: sent }).end(form);
    // mod_auth_openidc sends bytes after its error pages; browsers ignore them.
    call.on('error', () => undefined);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(line);
    const { location } = answer.headers;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: Buffer.concat(chunks).toString(),
      /** The redirect's target. */
      next: location === undefined ? null : new URL(location, url),
    };
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01[ -]Jan[ -]1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
