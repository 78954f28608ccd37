import { Mutex } from './mutex';

describe('the mutex', () => {
  it('lets one in at a time, first come first served', async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire();
    const order: string[] = [];
    const second = mutex.acquire().then((lock) => (order.push('second'), lock));
    const third = mutex.acquire().then((lock) => (order.push('third'), lock));

    expect(mutex.tryAcquire()).toBeUndefined();
    first.release();
    const lock = await second;
    expect(order).toEqual(['second']);
    lock.release();
    (await third).release();
    expect(order).toEqual(['second', 'third']);
    expect(mutex.tryAcquire()).toBeDefined();
  });

  it('lets no caller overtake those that wait', async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire();
    const second = mutex.acquire();
    first.release();
    expect(mutex.tryAcquire()).toBeUndefined();
    (await second).release();
  });

  it('ignores a second release, which would let two callers in', async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire();
    first.release();
    const second = await mutex.acquire();
    first.release();
    expect(mutex.tryAcquire()).toBeUndefined();
    second.release();
  });
});
