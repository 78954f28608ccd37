import { forwardedAddress, proxyProblem, trustOf } from './trusted-proxies';

describe('proxyProblem', () => {
  it.each([
    '10.0.0.0/8',
    '10.0.0.1',
    '::1',
    '::',
    'fd00::/8',
    'FD00::/8',
    '2001:db8::/128',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '::ffff:a00:1',
    '64:ff9b::',
    '64:ff9b::/96',
    '64:ff9b::192.0.2.1',
    '64:ff9b::192.0.2.0/120',
    '0.0.0.0/1',
  ])('has nothing against %s', (proxy) => {
    expect(proxyProblem(proxy)).toBeNull();
    expect(() => trustOf([proxy])('10.0.0.1')).not.toThrow();
  });

  it.each([
    ['10.0.0.0/33', 'is not an address'],
    ['::1/129', 'is not an address'],
    ['64:ff9b::/-1', 'is not an address'],
    ['64:ff9b::/', 'is not an address'],
    ['64:ff9b', 'is not an address'],
    ['[::1]', 'is not an address'],
    ['::1::', 'is not an address'],
    ['1.2.3.4:80', 'is not an address'],
    ['::ffff:10.0.0.256', 'is not an address'],
    ['fe80::1%eth0', 'names an interface'],
    ['fe80::%eth0/10', 'names an interface'],
    ['0.0.0.0/0', 'is every address'],
    ['::/0', 'is every address'],
    ['10.0.0.0/00', 'is every address'],
    ['::ffff:0:0/96', 'is every address'],
    ['::ffff:10.0.0.0/8', 'is every address'],
    ['::/1', 'is every address'],
  ])('says that %s %s', (proxy, problem) => {
    expect(proxyProblem(proxy)).toContain(`contains "${proxy}", which ${problem}`);
  });
});

describe('forwardedAddress', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:49152', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:49152', '2001:db8::1'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
    ['::ffff:c633:6407', '::ffff:198.51.100.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    ['_hidden', null],
    ['198.51.100.7:', null],
    ['198.51.100.7:1:2', null],
    ['[198.51.100.7', null],
    ['', null],
  ])('%s is of %s', (text, address) => {
    expect(forwardedAddress(text)).toBe(address);
  });
});

describe('trustOf', () => {
  it.each<[string, string, boolean]>([
    ['fd00::/8', '[fd00::1]:49152', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.1', '10.0.0.2', false],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['::1', '127.0.0.1', false],
    ['64:ff9b::/96', '64:ff9b::192.0.2.1', true],
    ['64:ff9b::/96', '192.0.2.1', false],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', 'unknown', false],
    ['10.0.0.0/8', '10.0.0.1:80', true],
    ['10.0.0.0/8', '', false],
  ])('of %s takes %s: %s', (proxy, address, isTrusted) => {
    expect(trustOf([proxy])(address)).toBe(isTrusted);
  });
});
