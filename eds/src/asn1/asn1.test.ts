import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, fromHex, latin1ToBytes, toHex } from '../bytes.ts';
import { certificatesIn, toPem, unarmour } from './armour.ts';
import { octetsOf, oidOf, readAsn1, readFirst, smallOf, toDer, unsignedOf, wholeBitsOf } from './read.ts';
import type { Asn1 } from './read.ts';
import { textOf, textToBmp } from './strings.ts';
import { time, timeOf } from './time.ts';
import { asn1Null, integer, octetString, oid, sequence, setOf, tlv, utf8String } from './write.ts';

const hex = (text: string): Uint8Array => fromHex(text.replace(/ /g, ''))!;
const der = (text: string): Asn1 | null => readAsn1(hex(text), 'der');
const ber = (text: string): Asn1 | null => readAsn1(hex(text), 'ber');

describe('reading', () => {
  test('DER takes one form only', () => {
    expect(der('30 03 02 01 05')?.children[0]?.body).toEqual(Uint8Array.of(5));
    const bad = {
      'bytes behind': '02 01 05 00',
      'long form of a short length': '02 81 01 05',
      'leading zero in a length': '04 82 00 01 05',
      'indefinite length': '30 80 02 01 05 00 00',
      'a string in pieces': '24 03 04 01 05',
      'a child longer than its parent': '30 03 02 02 05',
      'a tag of several bytes': '1f 81 01 00',
      'end-of-contents as a value': '00 00',
      'a primitive SEQUENCE': '10 00',
      nothing: '',
      'half a header': '30',
      'length of five bytes': '04 85 01 00 00 00 00',
      'length beyond the end': '04 84 ff ff ff ff',
    };
    for (const [name, text] of Object.entries(bad)) expect(der(text), name).toBeNull();
  });

  test('BER takes what senders do', () => {
    const node = ber('30 80 24 80 04 01 61 24 04 04 02 62 63 00 00 02 81 01 05 00 00');
    expect(octetsOf(node!.children[0]!)).toEqual(latin1ToBytes('abc'));
    expect(smallOf(node!.children[1])).toBe(5);
    expect(toHex(toDer(node!))).toBe('3008 0403616263 020105'.replace(/ /g, ''));
    for (const text of ['30 80 02 01 05', '30 80 02 01 05 00', '04 80 00 00', '30 02 00 00', '00 00']) {
      expect(ber(text), text).toBeNull();
    }
  });

  test('SET members are put in order for DER', () => {
    expect(toHex(toDer(ber('31 09 04 02 62 61 04 01 62 05 00')!))).toBe(
      '3109 040162 04026261 0500'.replace(/ /g, ''),
    );
  });

  test('depth and number are limited', () => {
    let deep: Uint8Array = asn1Null();
    for (let i = 0; i < 40; i++) deep = sequence(deep);
    expect(readAsn1(deep, 'der')).not.toBeNull();
    for (let i = 0; i < 10; i++) deep = sequence(deep);
    expect(readAsn1(deep, 'der')).toBeNull();
    expect(
      readFirst(
        new Uint8Array(100_000).fill(0x30).map((_, i) => (i % 2 ? 0x80 : 0x30)),
        'ber',
      ),
    ).toBeNull();
    const wide = sequence(new Uint8Array(500_000).map((_, i) => (i % 2 ? 0 : 5)));
    expect(readAsn1(wide, 'der')).toBeNull();
  });

  test('never throws, and what it reads lies within the input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom('der', 'ber'), (bytes, mode) => {
        const first = readFirst(bytes, mode);
        if (first === null) return;
        expect(first.end).toBeLessThanOrEqual(bytes.length);
        expect(first.node.raw.length).toBe(first.end);
        if (mode === 'der' && first.node.tag !== 0x31) expect(toDer(first.node).length).toBe(first.end);
        oidOf(first.node);
        unsignedOf(first.node);
        wholeBitsOf(first.node);
        textOf(first.node);
        timeOf(first.node);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('values', () => {
  test('object identifiers', () => {
    for (const id of [
      '1.2.398.3.10.1.1.2.3.2',
      '2.16.840.1.101.3.4.2.1',
      '2.999.3',
      '0.9.2342.19200300.100.1.1',
      '1.2.3',
    ]) {
      expect(oidOf(readAsn1(oid(id), 'der')!)).toBe(id);
    }
    expect(toHex(oid('1.2.398.3.10.1.1.2.3.2'))).toBe('060a2a830e030a0101020302');
    for (const text of [
      '06 00',
      '06 02 2a 80',
      '06 03 2a 80 01',
      '06 0a 2a ff ff ff ff ff ff ff ff 7f',
      '02 01 05',
    ]) {
      expect(oidOf(der(text)!), text).toBeNull();
    }
  });

  test('integers', () => {
    expect(toHex(integer(0))).toBe('020100');
    expect(toHex(integer(128))).toBe('02020080');
    expect(toHex(integer(1024))).toBe('02020400');
    expect(toHex(integer(hex('00 00 7f')))).toBe('02017f');
    expect(smallOf(readAsn1(integer(65_537), 'der')!)).toBe(65_537);
    expect(unsignedOf(der('02 01 80')!)).toBeNull();
    expect(unsignedOf(der('02 02 00 05')!)).toBeNull();
    expect(smallOf(der('02 05 01 00 00 00 00')!)).toBeNull();
  });

  test('lengths of one, two and three bytes', () => {
    for (const size of [127, 128, 255, 256, 70_000]) {
      expect(readAsn1(octetString(new Uint8Array(size)), 'der')?.body.length).toBe(size);
    }
    expect(setOf(utf8String('b'), utf8String('a'))).toEqual(setOf(utf8String('a'), utf8String('b')));
  });

  test('times', () => {
    const read = (tag: number, text: string): string | undefined =>
      timeOf(readAsn1(tlv(tag, latin1ToBytes(text)), 'der')!)?.toISOString();
    expect(read(0x17, '260508071015Z')).toBe('2026-05-08T07:10:15.000Z');
    expect(read(0x17, '500101000000Z')).toBe('1950-01-01T00:00:00.000Z');
    expect(read(0x18, '20261120120000Z')).toBe('2026-11-20T12:00:00.000Z');
    expect(read(0x18, '20261120120000.5Z')).toBe('2026-11-20T12:00:00.500Z');
    expect(read(0x18, '20261120120000.000Z')).toBe('2026-11-20T12:00:00.000Z');
    for (const bad of [
      '2605080710Z',
      '260508071015',
      '260508071015+0500',
      '260230000000Z',
      '261301000000Z',
    ]) {
      expect(read(0x17, bad), bad).toBeUndefined();
    }
    for (const date of [
      '2026-11-20T12:00:00Z',
      '2049-12-31T23:59:59Z',
      '2050-01-01T00:00:00Z',
      '1949-12-31T00:00:00Z',
    ]) {
      expect(timeOf(readAsn1(time(new Date(date)), 'der')!)).toEqual(new Date(date));
    }
  });

  test('strings', () => {
    expect(textOf(readAsn1(utf8String('ҚАЗАҚСТАН'), 'der')!)).toBe('ҚАЗАҚСТАН');
    expect(textOf(readAsn1(tlv(0x1e, textToBmp('Тест')), 'der')!)).toBe('Тест');
    expect(textOf(readAsn1(integer(1), 'der')!)).toBeNull();
  });
});

describe('armour', () => {
  const body = sequence(octetString(new Uint8Array(100).map((_, i) => i)));
  const ascii = (text: string): Uint8Array => latin1ToBytes(text);
  const pem = toPem('CMS', body);

  test('takes binary, base64 and PEM alike', () => {
    const base64 = Buffer.from(body).toString('base64');
    for (const form of [
      body,
      ascii(base64),
      ascii(`\n ${base64}\r\n`),
      ascii(pem),
      ascii(pem.replace(/\n/g, '\r\n')),
    ]) {
      expect(unarmour(form)).toEqual(body);
    }
    expect(unarmour(concatBytes(Uint8Array.of(0xef, 0xbb, 0xbf), ascii(pem)))).toEqual(body);
  });

  test('refuses what only looks like it', () => {
    for (const text of [
      pem.replace('-----END CMS', '-----END PKCS7'),
      pem + pem,
      `${pem}x`,
      pem.replace('MG', 'M*'),
      '-----BEGIN CMS-----',
      'Hello',
      '{"json":1}',
    ]) {
      expect(unarmour(ascii(text)), text).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => void unarmour(ascii(text))));
  });

  test('finds all certificates of a bundle', () => {
    const block = toPem('CERTIFICATE', body);
    expect(certificatesIn(ascii(`subject=A\n${block}\nsubject=B\n${block}`))).toEqual([body, body]);
    expect(certificatesIn(body)).toEqual([body]);
    expect(certificatesIn(ascii('nothing here!'))).toEqual([]);
  });
});
