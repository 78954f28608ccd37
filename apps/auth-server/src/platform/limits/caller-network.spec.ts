import { addressOf, networkOf } from './caller-network';

describe('what the limits take for one caller', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001::1', '2001:db8:1:0::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s: the address %s of the network %s', (caller, address, network) => {
    expect([addressOf(caller), networkOf(caller)]).toEqual([address, network]);
  });
});
