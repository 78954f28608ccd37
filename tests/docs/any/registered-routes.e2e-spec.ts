import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Handler, handlersOf } from '../../../apps/auth-server/src/platform/http/edge/handlers';
import { serveHere } from '../../../apps/auth-server/test/every-statement';
import { ROOT } from '@consentry/test-support/run/root';
import { deployed } from '@consentry/test-support/run/deployed';
import { freshDir } from '@consentry/test-support/server/server';

/** Not a page for people, nor a file of one. */
const isCall = (route: string) => /^\w+ \/(api|oauth2|health|\.well-known)\//.test(route);

let handlers: Handler[];
beforeAll(async () => {
  const { app } = await serveHere({ DATA_DIR: freshDir() });
  handlers = handlersOf(app);
  await app.close();
});

it('docs/endpoints.md has each route that Nest has registered but the pages, and no other', () => {
  const registered = handlers.flatMap(({ routes }) => routes).map((route) => route.replace(/:(\w+)/g, '{$1}'));
  const page = readFileSync(join(ROOT, 'docs/endpoints.md'), 'utf8');
  const shown = [...page.matchAll(/^### `(\w+ [^`]+)`$/gm)].map(([, route]) => route!);
  expect(shown.length).toBeGreaterThan(70);
  expect(shown.sort()).toEqual([...new Set(registered.filter(isCall))].sort());
});

/** What browsers call, and what is marked. Calls of services and of applications' servers are not counted. */
const isCostly = ({ originRule, isCostly }: Handler) =>
  isCostly || ['checked', 'passed on', 'own', 'page'].includes(originRule ?? '');

/** `/api/accounts/:id` is below `/api`, `/oauth2/par` an address of its own. */
const addressOf = (route: string) => /^\/(oauth2\/)?[^/]+/.exec(route.split(' ')[1]!)![0].slice(1);

it.each([
  ['nginx.conf', deployed('nginx.conf')],
  ['haproxy.cfg', deployed('haproxy.cfg')],
  ['docs/how-to/behind-a-proxy.md', readFileSync(join(ROOT, 'docs/how-to/behind-a-proxy.md'), 'utf8')],
  ['docs/how-to/haproxy.md', readFileSync(join(ROOT, 'docs/how-to/haproxy.md'), 'utf8')],
])('%s counts calls of each address where a stranger can make the server hash, mail or write', (_, text) => {
  const changing = handlers.filter(isCostly).flatMap(({ routes }) => routes.filter((route) => !/^GET /.test(route)));
  const addresses = [...new Set(changing.map(addressOf))].sort();
  const below = addresses.filter((address) => address.startsWith('oauth2/')).map((address) => address.split('/')[1]);
  const first = addresses.filter((address) => !address.startsWith('oauth2/'));
  const counted = [...first, `oauth2/(${below.join('|')})`].sort().join('|');
  expect(/\^\/\(.*\)\(\/\|\$\)/.exec(text)?.[0]).toBe(`^/(${counted})(/|$)`);
});
