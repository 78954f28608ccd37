import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TestIssuer } from '../../../libs/guard/src/testing/index.ts';
import { APPS, type FreshApp, makeApp } from './apps.ts';
import { type Place, run, start } from './commands.ts';
import { describeFresh } from './describe-fresh.ts';
import { nodeOf } from './nodes.ts';

const root = mkdtempSync(join(tmpdir(), 'fresh-apps-'));

/** The install line of the README, from the registry. */
const install = () => {
  const readme = readFileSync(join(__dirname, '../../../libs/guard/README.md'), 'utf8');
  const line = /```sh\n(npm install .*)\n```/.exec(readme)?.[1];
  if (line === undefined) throw new Error('the README has no install line');
  return line.replace(/\S*consentry\S*guard\S*/, '@consentry/guard');
};

afterAll(() => rmSync(root, { recursive: true, force: true }));

const call = async (url: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/notes`, { headers });
  return [answer.status, (await answer.json()) as unknown];
};

/** A started application refuses and admits as it should, and hears of a revocation. */
async function assertGuarded(place: Place): Promise<void> {
  const issuer = await TestIssuer.start();
  const app = await start(place, { AUTH_URL: issuer.issuer, NOTES_URL: issuer.audience });
  try {
    const token = issuer.token({ sub: 'ada', scope: 'notes:read' });
    expect((await call(app.url))[0]).toBe(401);
    expect(await call(app.url, token)).toEqual([200, { owner: 'ada' }]);
    expect((await call(app.url, issuer.token()))[0]).toBe(403);
    await issuer.revoke(token);
    for (let tries = 0; tries < 10 && (await call(app.url, token))[0] === 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await call(app.url, token))[0]).toBe(401);
  } finally {
    await app.stop();
    await issuer.stop();
  }
}

describeFresh.each(APPS)('$name: Nest $nest, $platform, $runner, $modules', (fresh: FreshApp) => {
  let place: Place;

  it(`is made, installed and built on Node ${fresh.node}`, async () => {
    place = await makeApp(fresh, root, await nodeOf(fresh.node, root), install());
    await run(place, 'npm', 'run', 'build');
  });

  it('passes its own tests, and the e2e test of the README', async () => {
    await run(place, 'npm', 'test', '--', '--passWithNoTests');
    await run(place, 'npm', 'run', 'test:e2e');
  });

  it.each(fresh.nodes)('is guarded on Node %s', async (version) => {
    await assertGuarded({ ...place, node: await nodeOf(version, root) });
  });
});
