import { Gate } from './mutex';

describe('the gate', () => {
  it('lets one in at a time, first come first served', async () => {
    const gate = new Gate();
    const first = await gate.enter();
    const order: string[] = [];
    const second = gate.enter().then((pass) => (order.push('second'), pass));
    const third = gate.enter().then((pass) => (order.push('third'), pass));

    expect(gate.tryEnter()).toBeUndefined();
    first.leave();
    const pass = await second;
    expect(order).toEqual(['second']);
    pass.leave();
    (await third).leave();
    expect(order).toEqual(['second', 'third']);
    expect(gate.tryEnter()).toBeDefined();
  });

  it('lets nobody overtake those who wait', async () => {
    const gate = new Gate();
    const first = await gate.enter();
    const second = gate.enter();
    first.leave();
    expect(gate.tryEnter()).toBeUndefined();
    (await second).leave();
  });

  it('takes a second leave for nothing: it would let two in', async () => {
    const gate = new Gate();
    const first = await gate.enter();
    first.leave();
    const second = await gate.enter();
    first.leave();
    expect(gate.tryEnter()).toBeUndefined();
    second.leave();
  });
});
