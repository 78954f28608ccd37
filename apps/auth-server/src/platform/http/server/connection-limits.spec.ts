import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { addressOf } from '../../limits/caller-network';
import { ConnectionLimits } from './connection-limits';
import { RefusalLog } from './refusal-log';

describe('ConnectionLimits', () => {
  const clock = { time: 0, now: () => clock.time, elapsed: () => clock.time };
  const lines: object[] = [];
  const logger = { warn: (line: object) => lines.push(line) };

  const limitsOf = (given: Partial<ConnectionLimits['settings']['connections']>, trustedProxies: string[] = []) => {
    const connections = { most: 100, perAddress: 5, loopbackCounts: false, ...given };
    return new ConnectionLimits({ connections, trustedProxies }, addressOf, new RefusalLog(clock, logger as never));
  };
  const connect = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
  const countAdmitted = (limits: ConnectionLimits, addressOf: (at: number) => string, tries = 50) =>
    Array.from({ length: tries }, (_, at) => limits.admit(connect(addressOf(at)))).filter(Boolean).length;

  beforeEach(() => lines.splice(0));

  it.each<[string, (at: number) => string, number]>([
    ['an IPv4 address', () => '192.0.2.1', 5],
    ['an IPv4 address, however it is written', (at) => (at % 2 ? '192.0.2.1' : '::ffff:192.0.2.1'), 5],
    ['a network of IPv6', (at) => `2001:db8:1:2::${at.toString(16)}`, 5],
    ['many addresses', (at) => `192.0.2.${at}`, 50],
    ['many networks', (at) => `2001:db8:1:${at.toString(16)}::1`, 50],
    ['this machine', (at) => ['127.0.0.1', '::1', '::ffff:127.0.0.2'][at % 3]!, 50],
    ['a trusted proxy', (at) => (at % 2 ? '10.1.2.3' : '::ffff:10.1.2.3'), 50],
  ])('takes of %s its share', (_, addressOf, admitted) => {
    expect(countAdmitted(limitsOf({}, ['10.0.0.0/8']), addressOf)).toBe(admitted);
  });

  it('counts this machine too where the setting says how many', () => {
    expect(countAdmitted(limitsOf({ loopbackCounts: true }), () => '127.0.0.1')).toBe(5);
  });

  it('takes some of this machine when all places are taken', () => {
    const limits = limitsOf({ most: 10 });
    expect(countAdmitted(limits, (at) => `192.0.2.${at}`)).toBe(10);
    expect(countAdmitted(limits, () => '127.0.0.1')).toBe(16);
    expect(limits.admit(connect('192.0.2.99'))).toBe(false);
  });

  it('gives the place of a connection that closes to another', () => {
    const limits = limitsOf({ perAddress: 1 });
    const first = connect('192.0.2.1');
    expect([limits.admit(first), limits.admit(connect('192.0.2.1'))]).toEqual([true, false]);
    first.emit('close');
    expect(limits.admit(connect('192.0.2.1'))).toBe(true);
  });

  it('logs the first refusal, and how many there were once a minute', () => {
    const limits = limitsOf({});
    countAdmitted(limits, () => '192.0.2.1');
    clock.time += 60_000;
    limits.admit(connect('192.0.2.1'));
    const help = 'docs/errors/operators/too-many-connections.md';
    const line = { setting: 'MAX_CONNECTIONS_PER_ADDRESS', address: '192.0.2.1', help };
    expect(lines).toEqual([
      { ...line, refused: 1 },
      { ...line, refused: 45 },
    ]);
  });
});
