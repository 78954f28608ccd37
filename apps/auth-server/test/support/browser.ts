import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** A browser without pages: it keeps cookies, and follows nothing by itself. Not `fetch`, which calls itself a script. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  async open(url: URL | string, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers };
    const call = request(url, { agent: false, headers: sent }).end();
    // Browsers do not mind what follows an answer: mod_auth_openidc says more after its error pages.
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
      /** Where it is sent. */
      next: location === undefined ? null : new URL(location, url),
    };
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01[ -]Jan[ -]1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
