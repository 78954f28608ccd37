import { DeployedProxy, HAPROXY, NGINX } from '@consentry/test-support/server/deployed-proxy';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { type ServiceProcess, restart, startProcesses } from '@consentry/test-support/server/processes';
import { type Account, type Application, obtainTokens, refresh } from '@consentry/test-support/world/world';
import { register, signUp } from '@consentry/test-support/world/world';
import { CallsThrough } from '../support/calls-through';

const CALLERS = 8;
const ROUND_MS = 120_000;
/** Of the proxies here, in the place of 15 seconds. */
const TIMEOUT_MS = 1_000;

let replicas: ServiceProcess[];
let account: Account;
let application: Application;

beforeAll(async () => {
  replicas = await startProcesses(2);
  account = await signUp(replicas[0]!);
  application = await register(replicas[0]!, account);
}, ROUND_MS);
afterAll(() => Promise.all(replicas.map(({ process }) => process.stop())));

describe.each([
  { name: 'nginx', installed: runs(NGINX, '-v'), timeout: 'proxy_read_timeout 15s' },
  { name: 'haproxy', installed: runs(HAPROXY, '-v'), timeout: 'timeout server 15s' },
] as const)('two replicas behind the shipped configuration', ({ name, installed, timeout }) =>
  describeInstalled(`of ${name}`, installed, name, () => {
    let proxy: DeployedProxy;
    beforeEach(async () => {
      const [one, other] = replicas.map(({ process }) => `127.0.0.1:${process.port}`);
      const short = { [timeout]: timeout.replace('15s', `${TIMEOUT_MS}ms`) };
      proxy = await DeployedProxy.start(name, { 'auth-1:3000': one!, 'auth-2:3000': other!, ...short });
    });
    afterEach(() => proxy.stop());

    const underLoad = () => new CallsThrough(proxy, account, application, CALLERS);

    it(
      'answer every call but those in the hands of a process that is killed',
      async () => {
        const calls = underLoad();
        const [one, other] = replicas as [ServiceProcess, ServiceProcess];
        const ends = [[one, 'SIGTERM'] as const, [other, 'SIGKILL'] as const];
        for (const [replica, signal] of [...ends, [other, 'SIGTERM'] as const, [one, 'SIGKILL'] as const]) {
          await calls.hear(50);
          await replica.process.end(signal);
          const ended = performance.now();
          await calls.hear(50);
          await restart(replica);
          const isInHand = ({ began }: { began: number }) => signal === 'SIGKILL' && began < ended;
          expect(calls.takeFailures().filter((failure) => !isInHand(failure))).toEqual([]);
        }
        await calls.hear(50);
        await calls.sendHome();
        expect(calls.takeFailures()).toEqual([]);
      },
      ROUND_MS,
    );

    it(
      'answer the others while one stands still, and its calls after the timeout',
      async () => {
        const calls = underLoad();
        await calls.hear(50);
        const { child } = replicas[0]!.process;
        child.kill('SIGSTOP');
        try {
          await calls.hearUnbroken(100);
          const inHand = calls.takeFailures();
          expect(inHand.filter(({ took }) => took > 5 * TIMEOUT_MS)).toEqual([]);
          await calls.hear(100);
          expect(calls.takeFailures()).toEqual([]);
        } finally {
          child.kill('SIGCONT');
        }
        await calls.hear(100);
        await calls.sendHome();
        expect(calls.takeFailures()).toEqual([]);
      },
      ROUND_MS,
    );

    it(
      'get no refresh twice, whatever became of the first',
      async () => {
        const families = await Promise.all([0, 1, 2, 3].map(() => obtainTokens(proxy, account, application)));
        const { process } = replicas[0]!;
        process.child.kill('SIGSTOP');
        const sent = families.map(({ refresh_token: token }) => refresh(proxy, token).catch(() => null));
        await Promise.race(sent);
        await process.end('SIGKILL');
        const answers = await Promise.all(sent);
        const unanswered = families.filter((_, at) => answers[at]?.status !== 200);
        expect(unanswered).not.toEqual([]);
        for (const { refresh_token: token } of unanswered)
          expect(await refresh(replicas[1]!, token)).toMatchObject({ status: 200 });
        await restart(replicas[0]!);
      },
      ROUND_MS,
    );
  }),
);
