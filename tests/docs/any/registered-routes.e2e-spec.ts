import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { handlersOf } from '../../../apps/auth-server/src/platform/http/edge/handlers';
import { serveHere } from '../../../apps/auth-server/test/every-statement';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';

/** Not a page for people, nor a file of one. */
const isCall = (route: string) => /^\w+ \/(api|oauth2|health|\.well-known)\//.test(route);

it('docs/endpoints.md has each route that Nest has registered but the pages, and no other', async () => {
  const { app } = await serveHere({ DATA_DIR: freshDir() });
  const registered = handlersOf(app)
    .flatMap(({ routes }) => routes)
    .map((route) => route.replace(/:(\w+)/g, '{$1}'));
  await app.close();
  const page = readFileSync(join(ROOT, 'docs/endpoints.md'), 'utf8');
  const shown = [...page.matchAll(/^### `(\w+ [^`]+)`$/gm)].map(([, route]) => route!);
  expect(shown.length).toBeGreaterThan(70);
  expect(shown.sort()).toEqual([...new Set(registered.filter(isCall))].sort());
});
