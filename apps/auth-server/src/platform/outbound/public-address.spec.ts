import { isLoopbackAddress, isPrivateAddress, isPublicAddress } from './public-address';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2003::1',
    '2600::',
    '2606:4700:4700::1111',
    '2620:4f:8000::1',
    '2A00::1',
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
    ['link-local', '169.254.169.254', '169.254.0.0', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2600::1%eth0'],
    ['protocol assignments', '192.0.0.1', '192.0.0.170'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ['benchmarking', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['reserved', '240.0.0.1', '255.255.255.255', '4000::1', 'c000::1'],
    ['unspecified', '::', '0:0:0:0:0:0:0:0'],
    ['IPv4-mapped', '::ffff:1.1.1.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:0a00:0001'],
    ['IPv4-compatible', '::127.0.0.1', '::1.1.1.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::1.1.1.1', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::', '2002:101:101::1', '192.88.99.1'],
    ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ORCHID', '2001:10::1', '2001:20::1'],
    ['discard-only', '100::1'],
    ['unique local', 'fc00::1', 'fd12:3456::1'],
    ['site-local', 'fec0::1'],
    ['no address', '', 'localhost', '1.1.1', '0x7f.0.0.1', '2130706433', '[::1]', '1.1.1.1 ', '01.1.1.1'],
  ])('%s is not', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('isPrivateAddress', () => {
  it.each([
    ['10.0.0.0', true],
    ['10.255.255.255', true],
    ['127.0.0.1', true],
    ['172.16.0.1', true],
    ['172.31.255.255', true],
    ['192.168.0.1', true],
    ['::1', true],
    ['fc00::1', true],
    ['fdff::1', true],
    ['1.1.1.1', false],
    ['172.32.0.1', false],
    ['0.0.0.0', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['2600::1', false],
    ['::', false],
    ['::ffff:1.1.1.1', false],
  ])('%s: %s', (address, expected) => {
    expect(isPrivateAddress(address)).toBe(expected);
  });
});

describe('isLoopbackAddress', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['128.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['127.example.com', false],
    ['localhost', false],
  ])('%s: %s', (address, expected) => {
    expect(isLoopbackAddress(address)).toBe(expected);
  });
});
