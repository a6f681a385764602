import { oidOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { textOf } from '../asn1/strings.ts';
import { toHex } from '../bytes.ts';
import { OID } from '../oids.ts';

/**
 * A subject or issuer, read by OID and never by place: the order differs from certificate to certificate.
 * `given_name` holds the patronymic (отчество), as НУЦ РК fills it; `common_name` is "ФАМИЛИЯ ИМЯ".
 * `iin` and `bin` are the 12 digits without their marks. `der` are the bytes of the name.
 */
export interface Name {
  common_name?: string;
  surname?: string;
  given_name?: string;
  iin?: string;
  organization?: string;
  bin?: string;
  country?: string;
  email?: string;
  locality?: string;
  state?: string;
  /** All parts in the order of the certificate, in the manner of RFC 4514 but from first to last. */
  dn: string;
  der: Uint8Array;
}

const LABEL: Record<string, string> = {
  [OID.commonName]: 'CN',
  [OID.surname]: 'SN',
  [OID.givenName]: 'GN',
  [OID.serialNumber]: 'SERIALNUMBER',
  [OID.country]: 'C',
  [OID.locality]: 'L',
  [OID.state]: 'ST',
  [OID.organization]: 'O',
  [OID.organizationalUnit]: 'OU',
  [OID.emailAddress]: 'E',
  [OID.userId]: 'UID',
  [OID.domainComponent]: 'DC',
  [OID.businessCategory]: 'BUSINESSCATEGORY',
};

const FIELD: Record<
  string,
  'common_name' | 'surname' | 'given_name' | 'organization' | 'country' | 'email' | 'locality' | 'state'
> = {
  [OID.commonName]: 'common_name',
  [OID.surname]: 'surname',
  [OID.givenName]: 'given_name',
  [OID.organization]: 'organization',
  [OID.country]: 'country',
  [OID.emailAddress]: 'email',
  [OID.locality]: 'locality',
  [OID.state]: 'state',
};

/** Null when the value is no Name of X.501. A part given twice keeps its first value outside `dn`. */
export function readName(node: Asn1 | undefined): Name | null {
  if (node?.tag !== 0x30) return null;
  const name: Name = { dn: '', der: node.raw };
  const parts: string[] = [];
  for (const group of node.children) {
    if (group.tag !== 0x31 || group.children.length === 0) return null;
    const texts: string[] = [];
    for (const pair of group.children) {
      const type = oidOf(pair.children[0]);
      const value = pair.children[1];
      if (pair.tag !== 0x30 || type === null || value === undefined || pair.children.length !== 2)
        return null;
      const text = visible(textOf(value));
      texts.push(`${LABEL[type] ?? type}=${text === null ? `#${toHex(value.raw)}` : escape(text)}`);
      if (text !== null) take(name, type, text);
    }
    parts.push(texts.join('+'));
  }
  name.dn = parts.join(',');
  return name;
}

function take(name: Name, type: string, text: string): void {
  const field = FIELD[type];
  if (field !== undefined) name[field] ??= text;
  // Who signs stands behind a mark: "IIN" or "BIN" and twelve digits. Text without it says nothing of a person.
  const marked = /^(IIN|BIN)(\d{12})$/.exec(text.trim());
  if (marked === null) return;
  if (type === OID.serialNumber && marked[1] === 'IIN') name.iin ??= marked[2]!;
  if ((type === OID.organizationalUnit || type === OID.serialNumber) && marked[1] === 'BIN')
    name.bin ??= marked[2]!;
}

/** Characters that are not seen, and such as turn the order of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A name is shown to people: what it hides from them is written out. The bytes of the name stay as they are. */
function visible(text: string | null): string | null {
  return (
    text?.replace(
      INVISIBLE,
      (one) => `‹U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`,
    ) ?? null
  );
}

function escape(text: string): string {
  return text.replace(/[,+"\\<>;=]/g, '\\$&').replace(/^[ #]|(?! ) $/g, '\\$&');
}
