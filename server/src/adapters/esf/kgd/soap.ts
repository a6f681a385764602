import type { HttpPort } from '@kelisim/eds/http/http.ts';
import { elementsOf, parseXml, textOfElement, xmlText, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { field, group, xmlEscaped } from '../../../platform/xml.ts';
import { EsfRefusal, type EsfRefusalKind } from '../esf.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const PASSWORD_TEXT =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';
const TIMEOUT_MS = 20_000;
const MOST_BYTES = 5 * 1024 * 1024;

export interface Ask {
  service: string;
  operation: string;
  /** Elements written by `field` and `group`. */
  inside: readonly string[];
  /** Goes into the header (WS-Security, UsernameToken). */
  login?: { name: string; password: string } | null;
}

/** One question by SOAP 1.1. Answers the element of the reply; a fault is thrown, refusals as `EsfRefusal`. */
export async function askSoap(http: HttpPort, base_url: string, ask: Ask): Promise<XmlElement> {
  const { service, operation, inside, login } = ask;
  const envelope = group(
    'soapenv:Envelope',
    [
      login ? group('soapenv:Header', [usernameToken(login)]) : '<soapenv:Header/>',
      group('soapenv:Body', [`<esf:${operation}>${inside.join('')}</esf:${operation}>`]),
    ],
    `xmlns:soapenv="${SOAP}" xmlns:esf="esf"`,
  );
  const { status, body } = await http({
    method: 'POST',
    url: `${base_url}/${service}`,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: Buffer.from(envelope),
    timeout_ms: TIMEOUT_MS,
    most_bytes: MOST_BYTES,
  });
  const document = parseXml(xmlText(Buffer.from(body).toString('utf8')));
  const reply = document && firstInBody(document.root);
  // Neither the answer nor the question is told: both may carry a session.
  if (!reply) throw new Error(`${service} answered ${status} and no SOAP`);
  if (reply.local !== 'Fault') return reply;
  const says = [textOf(reply, 'faultstring'), textOf(reply, 'description')].filter(Boolean).join(': ');
  const kind = kindOf(`${textOf(reply, 'faultcode') ?? ''} ${says}`);
  if (kind) throw new EsfRefusal(kind, says);
  throw new Error(`${service} failed: ${says.slice(0, 200)}`);
}

/** Faults by which the system says that it did nothing; any other may have come after the deed. */
const REFUSALS: [RegExp, EsfRefusalKind][] = [
  [/SessionClosedFault|session (?:is )?(?:closed|not found)/i, 'session_closed'],
  [/already has opened session/i, 'session_open'],
  [/LIMIT_EXCEEDED|too (?:many|often)/i, 'too_often'],
  [/security error|AUTH_TICKET|METHOD_NOT_SUPPORT_GOST_2015/i, 'sign_in'],
];

function kindOf(fault: string): EsfRefusalKind | null {
  return REFUSALS.find(([says]) => says.test(fault))?.[1] ?? null;
}

function usernameToken({ name, password }: { name: string; password: string }): string {
  const token = group('wsse:UsernameToken', [
    field('wsse:Username', name),
    `<wsse:Password Type="${PASSWORD_TEXT}">${xmlEscaped(password)}</wsse:Password>`,
  ]);
  return group('wsse:Security', [token], `xmlns:wsse="${WSSE}" soapenv:mustUnderstand="1"`);
}

function firstInBody(root: XmlElement): XmlElement | null {
  if (root.local !== 'Envelope' || root.uri !== SOAP) return null;
  const body = elementsOf(root).find((one) => one.local === 'Body');
  return (body && elementsOf(body)[0]) ?? null;
}

/** All elements of this name below, in the order of the text. */
export function allOf(of: XmlElement, local: string): XmlElement[] {
  return elementsOf(of).flatMap((one) => [...(one.local === local ? [one] : []), ...allOf(one, local)]);
}

/** The text of the first element of this name below, or null where there is none or it is empty. */
export function textOf(of: XmlElement, local: string): string | null {
  const found = allOf(of, local)[0];
  return (found && textOfElement(found)?.trim()) || null;
}
