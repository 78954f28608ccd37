import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import { standStill } from '../../../test/support/standstill';
import { Limits } from './limits';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('limits', () => {
  it('are over in their order, and none too early', async () => {
    const limits = new Limits();
    const order: number[] = [];
    const over = async (most: number) => {
      const since = performance.now();
      await new Promise<void>((resolve) => limits.begin(most, resolve));
      order.push(most);
      return performance.now() - since - most;
    };
    const late = [over(600)];
    // Another one begins in the middle of a step.
    await over(0);
    late.push(...[400, 50].map(over));
    for (const by of await Promise.all(late)) expect(by).toBeGreaterThanOrEqual(0);
    expect(order).toEqual([0, 50, 600, 400]);
  });

  it('count no pause of the process, and not what is lifted', async () => {
    const limits = new Limits();
    let isOver = false;
    const lift = limits.begin(1_000, () => (isOver = true));
    standStill(2_000);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(isOver).toBe(false);
    lift();
    await new Promise<void>((resolve) => limits.begin(1_000, resolve));
    expect(isOver).toBe(false);
  });

  it('are not over before what came meanwhile is read', async () => {
    const server = createServer((socket) => socket.unref()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    const here = connect((server.address() as { port: number }).port, '127.0.0.1');
    const [there] = (await accepted) as [typeof here];
    const limits = new Limits();
    const heard: string[] = [];
    const lift = limits.begin(0, () => heard.push('over'));
    here.once('data', () => {
      heard.push('answer');
      lift();
    });
    there.write('answer');
    standStill(1_000);
    await new Promise<void>((resolve) => limits.begin(0, resolve));
    expect(heard).toEqual(['answer']);
    here.destroy();
    server.close();
  });
});
