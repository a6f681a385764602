import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('an IPv4 address is its own network, an IPv6 one belongs to its /64, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  for (const one of ['2001:db8:a:b::', '2001:db8:a:b:1:2:3:4', '2001:0DB8:000a:b::1%eth0'])
    expect(networkOf(one)).toBe('2001:db8:a:b::/64');
  expect(networkOf('2001:db8:a::b')).toBe('2001:db8:a:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});
