import { isIPv6 } from 'node:net';

/**
 * Returns the network that one party usually owns: an IPv4 address, or an IPv6 /64 (RFC 6177), whose owner can take
 * a new address for each request. Rate limits count by it.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  // The parser of URLs writes every address in one way, without zeros in front and with at most one `::`.
  const [head, tail] = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
