import type { Clock } from '../src/clock';
import { start } from '../src/start';
import { Caller } from './support/caller';
import { freePort } from './support/free-port';
import { Issuer } from './support/issuer';
import { newFolder } from './support/service';

it('reads the time of notes and of tokens from the one clock it was given', async () => {
  const issuer = await Issuer.listen();
  const clock = { time: Date.parse('2031-05-06T07:08:09.123Z') } satisfies { time: number };
  const reader: Clock = { now: () => clock.time };
  const url = `http://localhost:${await freePort()}`;
  const service = await start({ BASE_URL: url, AUTH_URL: issuer.url, DATA_DIR: newFolder() }, reader);
  const issuedAt = Math.floor(clock.time / 1000);
  const wish = { subject: 'alice', scope: 'notes:read notes:write', audience: url, issuedAt };
  const alice = new Caller(url, await issuer.mint(wish));
  expect(await (await alice.add({ text: 'then' })).json()).toMatchObject({ created_at: '2031-05-06T07:08:09.123Z' });

  clock.time = (issuedAt + 14 * 24 * 3600) * 1000 - 1;
  expect((await alice.list()).status).toBe(200);
  clock.time += 1;
  expect((await alice.list()).status).toBe(401);
  await service.stop();
  await issuer.close();
});
