import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const file = (name: string) => readFileSync(join(__dirname, '../public', name));

/** Static files, as any web server has them. What the page is set up with is one of them. */
export async function serveSite(
  siteUrl: string,
  settings: { authUrl: string; apiUrl: string; clientId: string },
): Promise<void> {
  const script = 'text/javascript; charset=utf-8';
  const library = readFileSync(
    require.resolve('oidc-client-ts').replace(/dist.*/, 'dist/browser/oidc-client-ts.min.js'),
  );
  const files = new Map<string, [type: string, body: string | Buffer]>([
    ['/', ['text/html; charset=utf-8', file('index.html')]],
    ['/app.js', [script, file('app.js')]],
    ['/oidc-client-ts.js', [script, library]],
    ['/settings.json', ['application/json', JSON.stringify(settings)]],
  ]);
  const headers = {
    // A foreign script could use the tokens: the browser runs none, and the page connects to no other host.
    'content-security-policy': `default-src 'none'; script-src 'self'; img-src data:; connect-src 'self' ${settings.authUrl} ${settings.apiUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const server = createServer((request, response) => {
    const [type, body] = files.get(new URL(request.url ?? '/', siteUrl).pathname) ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { ...headers, 'content-type': type }).end(body);
  });
  await once(server.listen(Number(new URL(siteUrl).port), 'localhost'), 'listening');
}
