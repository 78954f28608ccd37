import { releasePorts } from '../server/ports';
import { dropFreshDatabases } from '../postgres/databases';
import { secretsIn } from '../server/seen-secrets';
import { TestServer } from '../server/server';

/** After every file: no secret seen by its tests stands in a log, and no server is left running. */
afterAll(async () => {
  const logs = [TestServer.past, ...TestServer.all.map(({ output }) => output)].join('\n');
  TestServer.killAll();
  await Promise.all([dropFreshDatabases(), releasePorts()]);
  expect(secretsIn(logs)).toEqual([]);
});
