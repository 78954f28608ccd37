import { Callers } from '../support/callers';
import { type ServiceProcess, restart, startProcesses } from '@consentry/test-support/server/processes';
import { storedRows } from '@consentry/test-support/server/stored';
import { obtainTokens, register, signUp } from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const ROUNDS = SIZE.replacements;
const CALLERS = 16;

/** A rolling upgrade: one process is replaced while the other serves. */
describe('two processes on one database that are replaced in turn under load', () => {
  it('answer what they accepted, and what one did not accept the other takes', async () => {
    const servers = await startProcesses(2);
    const account = await signUp(servers[0]!);
    const application = await register(servers[0]!, account);
    const families = await Promise.all(
      Array.from({ length: CALLERS }, (_, n) => obtainTokens(servers[n % 2]!, account, application)),
    );
    const callers = new Callers(servers, families);
    const output: string[] = [];
    const replace = async (server: ServiceProcess) => {
      server.process.child.kill('SIGTERM');
      await callers.hear(2);
      expect(await server.process.end('SIGTERM')).toBe(0);
      output.push(server.process.output);
      await callers.hear(50);
      await callers.during(restart(server));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await callers.hear(100);
      await replace(servers[round % 2]!);
    }
    await callers.sendHome();

    const stored = await storedRows(
      servers[0]!.process,
      'SELECT CAST(SUM(generation) AS BIGINT) AS rotations FROM refresh_families',
    );
    expect(stored).toEqual([{ rotations: callers.answered }]);
    for (const { process } of servers) expect(await process.stop()).toBe(0);
    output.push(...servers.map(({ process }) => process.output));
    expect(output.join('\n')).not.toMatch(/"aborted":true|"status":[45]\d\d|"level":"error"/);
  }, 600_000);
});
