import type { OutboundFault } from '@kelisim/shared/kernel/outbound-faults.ts';
import { lookup, type LookupAddress } from 'node:dns';
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { askedOf, tellAsked } from './tracing.ts';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 5_000_000;
const PORTS = new Set(['', '443', '8443', '11443']);
/** The sandbox bank's path on our own address; nothing else on this machine is ever called. */
export const SANDBOX_BANK_PATH = '/api/sandbox-bank/';

/** Why there is no answer. `was_sent`: the other side may have received it. Contains neither address nor body. */
export class NoAnswer extends Error {
  readonly fault: OutboundFault;
  readonly was_sent: boolean;
  constructor(fault: OutboundFault, was_sent: boolean) {
    super(`no answer: ${fault}`);
    this.name = 'NoAnswer';
    this.fault = fault;
    this.was_sent = was_sent;
  }
}

export interface OutboundQuestion {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeout_ms?: number;
  /** What an answer has beyond it is not read; without it such an answer is a fault. */
  most_bytes?: number;
}

export interface OutboundAnswer {
  status: number;
  text: string;
  /** `Retry-After`, as it was sent. */
  retry_after?: string | undefined;
}

/** HTTP to addresses that users enter. */
export interface Outbound {
  /** Throws `NoAnswer` for an address that would not be called; resolves no name. */
  assertAllowed(url: string): void;
  /** Returns the response, whatever its status. Follows no redirect. Throws `NoAnswer`. */
  ask(question: OutboundQuestion): Promise<OutboundAnswer>;
}

/** Allowed hosts (`api.bank.kz`, or `.bank.kz` for its subdomains), and the sandbox bank. */
export interface OutboundRule {
  /** `any` of the internet at large. */
  hosts: readonly string[] | 'any';
  /** Programs of whoever tries the product on this machine are called too, over plain HTTP. */
  loopback?: boolean;
  /** Our own address, which is never called. */
  own_url?: string;
  /** The ports of loopback on which the sandbox bank answers; null where there is none. */
  sandbox_ports: (() => readonly number[]) | null;
  /** How names are resolved; another one in tests. */
  resolve?: (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void;
}

/**
 * Calls only allowed hosts, over TLS and the usual ports, at public addresses. The address is checked
 * when connecting, so a name that resolves differently the second time changes nothing.
 */
export function makeOutbound({
  hosts,
  sandbox_ports,
  loopback = false,
  own_url,
  resolve = resolveAll,
}: OutboundRule): Outbound {
  const isOwnSandbox = (url: URL) =>
    url.protocol === 'http:' &&
    (url.hostname === 'localhost' || url.hostname === '127.0.0.1') &&
    (loopback ||
      (sandbox_ports !== null &&
        sandbox_ports().includes(Number(url.port || 80)) &&
        `${url.pathname}/`.startsWith(SANDBOX_BANK_PATH)));
  const judge = (address: string): URL => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || url.username || url.password || url.hash) throw new NoAnswer('bad_address', false);
    if (own_url !== undefined && isSamePlace(url, new URL(own_url)))
      throw new NoAnswer('host_not_allowed', false);
    if (isOwnSandbox(url)) return url;
    if (url.protocol !== 'https:' || !PORTS.has(url.port)) throw new NoAnswer('bad_address', false);
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw new NoAnswer('private_address', false);
    const host = url.hostname.replace(/\.$/, '');
    const allowed =
      hosts === 'any' || hosts.some((rule) => (rule.startsWith('.') ? host.endsWith(rule) : host === rule));
    if (!allowed) throw new NoAnswer('host_not_allowed', false);
    return url;
  };
  const publicOnly: LookupFunction = (host, options, done) => {
    resolve(host, (error, found) => {
      if (error) return done(error, '');
      const bad = found.some(({ address, family }) => !isPublicAddress(address, family));
      if (bad || found.length === 0) return done(new NoAnswer('private_address', false), '');
      const [first] = found as [LookupAddress];
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
  return {
    assertAllowed: (address) => void judge(address),
    async ask({ method, url: address, headers, body, timeout_ms = TIMEOUT_MS, most_bytes }) {
      const url = judge(address);
      const own = isOwnSandbox(url);
      const options: RequestOptions = {
        method,
        // A reused connection may close while an order is written, and its outcome would be unknown.
        agent: false,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        ...(!own && { lookup: publicOnly }),
      };
      return tellAsked(...askedOf(method, address), () =>
        exchange(own ? plainRequest : tlsRequest, url, options, { body, timeout_ms, most_bytes }),
      );
    },
  };
}

/** The same name, on whatever port; on loopback, where programs of others are too, the same port. */
function isSamePlace(one: URL, other: URL): boolean {
  const nameOf = ({ hostname }: URL) =>
    hostname === '127.0.0.1' ? 'localhost' : hostname.replace(/\.$/, '');
  return nameOf(one) === nameOf(other) && (nameOf(one) !== 'localhost' || one.port === other.port);
}

function exchange(
  ask: typeof plainRequest,
  url: URL,
  options: RequestOptions,
  {
    body,
    timeout_ms,
    most_bytes,
  }: { body: string | undefined; timeout_ms: number; most_bytes: number | undefined },
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    let was_sent = false;
    const sending = ask(url, options);
    const late = setTimeout(() => sending.destroy(new NoAnswer('timeout', was_sent)), timeout_ms);
    const fail = (error: Error) => {
      clearTimeout(late);
      reject(error instanceof NoAnswer ? error : faultOf(error, was_sent));
    };
    sending.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (was_sent = true));
    });
    sending.on('error', fail);
    sending.on('response', (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      let size = 0;
      const done = () => {
        clearTimeout(late);
        const { statusCode: status = 0, headers } = response;
        const text = Buffer.concat(parts).subarray(0, most_bytes).toString('utf8');
        resolve({ status, text, retry_after: headers['retry-after'] });
      };
      response.on('error', fail);
      response.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (most_bytes !== undefined && size >= most_bytes) {
          done();
          sending.destroy();
        } else if (size > MOST_BYTES) sending.destroy(new NoAnswer('too_long', true));
      });
      response.on('end', done);
      response.on('close', () => fail(new NoAnswer('cut_off', true)));
    });
    sending.end(body);
  });
}

function faultOf(error: Error & { code?: string }, was_sent: boolean): NoAnswer {
  if (was_sent) return new NoAnswer('cut_off', true);
  const code = error.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new NoAnswer('host_not_found', false);
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|ALTNAME/.test(code)) return new NoAnswer('tls', false);
  return new NoAnswer('refused', false);
}

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4');
/** Documentation, and two ways of writing an IPv4 address. */
closed.addSubnet('2001::', 23, 'ipv6');
closed.addSubnet('2001:db8::', 32, 'ipv6');
closed.addSubnet('2002::', 16, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** True for an address of the internet at large (RFC 6890). */
function isPublicAddress(address: string, family: number): boolean {
  if (family === 4) return !closed.check(address, 'ipv4');
  return unicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

function resolveAll(host: string, done: (error: Error | null, found: LookupAddress[]) => void): void {
  lookup(host, { all: true }, (error, found) => done(error, found ?? []));
}
