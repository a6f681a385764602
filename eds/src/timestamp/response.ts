import { readAsn1, smallOf } from '../asn1/read.ts';
import { textOf } from '../asn1/strings.ts';

/** What an authority answers: a token, or the refusal in its own words and bits (PKIFailureInfo, RFC 3161, 2.4.2). */
export type TimestampResponse =
  | { status: 'granted'; token: Uint8Array }
  | { status: 'refused'; text: string; failure: TimestampRefusal };

export type TimestampRefusal =
  | 'bad_algorithm'
  | 'bad_request'
  | 'bad_data_format'
  | 'time_not_available'
  | 'policy_not_accepted'
  | 'extension_not_accepted'
  | 'info_not_available'
  | 'system_failure'
  | 'unspecified';

const FAILURES: Record<number, TimestampRefusal> = {
  0: 'bad_algorithm',
  2: 'bad_request',
  5: 'bad_data_format',
  14: 'time_not_available',
  15: 'policy_not_accepted',
  16: 'extension_not_accepted',
  17: 'info_not_available',
  25: 'system_failure',
};

/** Reads TimeStampResp; null for anything that is none. The token is not checked. */
export function parseTimestampResponse(der: Uint8Array): TimestampResponse | null {
  const [info, token] = readAsn1(der, 'ber')?.children ?? [];
  const status = smallOf(info?.children[0]);
  if (info?.tag !== 0x30 || status === null) return null;
  // 0 is granted, 1 granted with changes.
  if (status <= 1) return token?.tag === 0x30 ? { status: 'granted', token: token.raw } : null;
  const text = info.children.find((field) => field.tag === 0x30)?.children.map(textOf) ?? [];
  const bits = info.children.find((field) => field.tag === 0x03)?.body;
  const bit = Object.keys(FAILURES).find(
    (at) => ((bits?.[1 + (Number(at) >> 3)] ?? 0) & (0x80 >> (Number(at) & 7))) !== 0,
  );
  return {
    status: 'refused',
    text: text.filter((one) => one !== null).join(' '),
    failure: bit === undefined ? 'unspecified' : FAILURES[Number(bit)]!,
  };
}
