import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { TestIssuer } from '../src/testing/index.ts';

const SCRIPT = join(__dirname, 'support/service.cjs');
/** Milliseconds: a stop that the guard has to notice. */
const STOPPED = 3_500;

let issuer: TestIssuer;
let service: ChildProcess;
let url: string;

beforeAll(() => {
  if (!existsSync(join(__dirname, '../dist'))) throw new Error('build the guard first: npm run build');
});
beforeEach(async () => {
  issuer = await TestIssuer.start();
  service = spawn(process.execPath, [SCRIPT, issuer.issuer, issuer.audience], { stdio: ['ignore', 'pipe', 'inherit'] });
  [url] = (await once(createInterface({ input: service.stdout! }), 'line')) as [string];
});
afterEach(async () => {
  service.kill('SIGKILL');
  await issuer.stop();
});

const call = async (token: string) => {
  const response = await fetch(`${url}/notes`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
};

/** The service stands still; its connections die meanwhile, as they do behind a NAT. */
async function freeze(meanwhile: () => Promise<void>): Promise<void> {
  service.kill('SIGSTOP');
  await issuer.down();
  await meanwhile();
  await new Promise((resolve) => setTimeout(resolve, STOPPED));
}

describe('a service that stood still, as a process or a machine that is paused does', () => {
  it('accepts no token that was taken back meanwhile, not even in its first call', async () => {
    const [token, other] = [issuer.token(), issuer.token()];
    expect([await call(token), await call(other)]).toEqual([200, 200]);
    await freeze(() => issuer.revoke(token));
    await issuer.up();
    // Sent before the service runs again: its timers and this call are what it finds first.
    const calls = Promise.all([call(token), call(other)]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    service.kill('SIGCONT');
    expect(await calls).toEqual([401, 200]);
  });

  it('waits a second at most where the issuer is away', async () => {
    const token = issuer.token();
    expect(await call(token)).toBe(200);
    await freeze(() => Promise.resolve());
    service.kill('SIGCONT');
    const resumed = performance.now();
    expect(await call(token)).toBe(200);
    expect(performance.now() - resumed).toBeLessThan(2_000);
  });
});
