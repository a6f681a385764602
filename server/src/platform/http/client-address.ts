import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Log } from '../log.ts';

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** The bits before the IPv4 address in one that is mapped into IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/** `10.0.0.0/8`, or one address; one of mapped addresses is the IPv4 network that it means. Null when it is neither. */
export function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    if (text.includes('/')) {
      const [address, bits] = ipaddr.parseCIDR(text);
      if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, bits];
      return bits < MAPPED_BITS ? null : [address.toIPv4Address(), bits - MAPPED_BITS];
    }
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

/** The same in the one way PostgreSQL writes it, the bits beyond its mask gone; null when it is neither. */
export function canonicalNetwork(text: string): string | null {
  // Other spellings of IPv4 (`127.1`) are no address here either.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/.*/, ''))) return null;
  const network = parseNetwork(text);
  if (!network) return null;
  const [address, bits] = network;
  const base =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${base}/${bits}`;
}

/**
 * Returns a function that gives the address of the client, always valid and canonical: IPv6 shortened, IPv4 out of IPv6
 * unwrapped. Hops of `X-Forwarded-For` are believed from the last one back, each only when the hop after it is a trusted
 * proxy; a hop that is no address ends the walk.
 * @param trusted the networks of proxies, each as `parseNetwork` reads it
 */
export function makeClientAddress(trusted: readonly string[], log: Pick<Log, 'warn'>): ClientAddress {
  const networks = trusted.map((network) => parseNetwork(network)!);
  const trusts = (text: string) => {
    const address = ipaddr.process(text);
    return networks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
  };
  let has_warned = false;
  return ({ socket, headers }) => {
    const peer = canonical(socket.remoteAddress ?? '') ?? '0.0.0.0';
    let address = peer;
    // Node joins repeated headers of this name by a comma.
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    for (const hop of forwarded.split(',').reverse()) {
      if (!trusts(address)) break;
      const before = canonical(hop.trim());
      if (before === null) break;
      address = before;
    }
    if (forwarded && !has_warned && !trusts(peer)) {
      has_warned = true;
      // Most likely the operator's own proxy: without the setting all users share one address and its limits.
      log.warn({ event: 'proxy.untrusted', address: peer, setting: 'TRUSTED_PROXIES' });
    }
    return address;
  };
}

/** Of an address as proxies write it, with or without a port; null when it is none. */
function canonical(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  // Other spellings of IPv4 (`127.1`, `0x7f000001`) are no address on this side of a proxy.
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  // A zone names an interface of another machine.
  return ipaddr.process(bare.replace(/%.*$/, '')).toString();
}
