import { expect, test } from 'vitest';
import { makeClientAddress, parseNetwork } from './client-address.ts';

const read = makeClientAddress(['127.0.0.0/8', '::1', '10.0.0.0/24', 'fd00::/8'], { warn: () => undefined });
const from = (remoteAddress: string | undefined, forwarded?: string) =>
  read({ socket: { remoteAddress } as never, headers: { 'x-forwarded-for': forwarded } });

test.each<[string, string | undefined, string]>([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', '2001:DB8:0:0::1', '2001:db8::1'],
  ['fd12::1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['10.0.0.5', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
  ['10.0.0.5', '10.0.0.77 , 198.51.100.1', '198.51.100.1'],
  ['10.0.1.5', '198.51.100.1', '10.0.1.5'],
  ['127.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
  ['127.0.0.1', '1.2.3.4:5678, 10.0.0.9:41', '1.2.3.4'],
  ['127.0.0.1', '[::1]:80', '::1'],
  ['127.0.0.1', '[2001:db8::2]', '2001:db8::2'],
  ['127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['127.0.0.1', 'foo', '127.0.0.1'],
  ['127.0.0.1', '256.1.1.1', '127.0.0.1'],
  ['127.0.0.1', '127.1', '127.0.0.1'],
  ['127.0.0.1', '0x7f000001', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, foo', '127.0.0.1'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['127.0.0.1', ' , ,', '127.0.0.1'],
  ['127.0.0.1', 'unknown, 198.51.100.1', '198.51.100.1'],
])('from %s with %j: %s', (socket, forwarded, address) => expect(from(socket, forwarded)).toBe(address));

test('a socket that has closed has an address that can be stored', () => {
  expect(from(undefined, '198.51.100.1')).toBe('0.0.0.0');
});

test('a setting that is no network is seen', () => {
  for (const network of ['', '10.0.0.0/33', 'private', '10.0.0.0/8/8', '*'])
    expect(parseNetwork(network), network).toBeNull();
});

test('the operator is told once of a proxy that is not trusted', () => {
  const warnings: unknown[] = [];
  const own = makeClientAddress(['127.0.0.1'], { warn: (line: unknown) => void warnings.push(line) });
  const ask = (peer: string) =>
    own({ socket: { remoteAddress: peer } as never, headers: { 'x-forwarded-for': '1.2.3.4' } });
  for (const peer of ['127.0.0.1', '10.0.0.7', '10.0.0.8']) ask(peer);
  expect(warnings).toEqual([{ event: 'proxy.untrusted', address: '10.0.0.7', setting: 'TRUSTED_PROXIES' }]);
});
