import { secretsIn } from './seen-secrets';
import { TestServer } from './server';

/** After every file: nothing secret that its tests saw stands in a log, and no server is left behind. */
afterAll(() => {
  const logs = TestServer.all.map(({ output }) => output).join('\n');
  TestServer.killAll();
  expect(secretsIn(logs)).toEqual([]);
});
