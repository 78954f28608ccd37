import { once } from 'node:events';
import { connect } from 'node:net';
import { lookup } from 'node:dns/promises';
import { DemoError } from './demo-error';

/**
 * `localhost` has several addresses: a service listens on one, but a client may try another first.
 * @throws DemoError if another program, or another demo, listens on the port at any of them.
 */
export async function assertPortIsFree(name: string, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  for (const { address } of addresses) {
    if (await answers(address, Number(port || 80))) {
      throw new DemoError(`the port of ${name} ${url} is in use: something answers on ${address} already`);
    }
  }
}

async function answers(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
