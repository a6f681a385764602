import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';

/**
 * Text in the encodings of offices and banks. Windows-1251 is what 1C and the clients of banks read; it has the
 * Russian letters and the Kazakh «і», but none of the other letters that Kazakh has of its own (facts/domain.md 5).
 */

/** A character that the encoding lacks, and what was written instead of it. */
export interface ChangedCharacter {
  from: string;
  to: string;
}

/** Letters that Windows-1251 lacks, and those of the Russian alphabet nearest to them. */
export const KAZAKH: Readonly<Record<string, string>> = {
  ә: 'а',
  ғ: 'г',
  қ: 'к',
  ң: 'н',
  ө: 'о',
  ұ: 'у',
  ү: 'у',
  һ: 'х',
};
const stand_ins = new Map([
  ...Object.entries(KAZAKH),
  ...Object.entries(KAZAKH).map(([from, to]) => [from.toUpperCase(), to.toUpperCase()] as const),
  ['₸', 'тг'],
]);

/** Byte of each character of Windows-1251; the one byte that means nothing (0x98) is left out. */
const bytes_1251 = new Map(
  Array.from({ length: 256 }, (_, byte) => byte)
    .filter((byte) => byte !== 0x98)
    .map((byte) => [new TextDecoder('windows-1251').decode(Uint8Array.of(byte)), byte]),
);

/**
 * Returns the text in Windows-1251. A letter it lacks becomes its nearest of kin (ә → а), an accented one loses the
 * accent, anything else becomes «?»; `changed` names each such character once, in the order they were met.
 */
export function encodeWindows1251(text: string): { bytes: Buffer; changed: ChangedCharacter[] } {
  const changed = new Map<string, string>();
  const bytes: number[] = [];
  for (const character of text.normalize('NFC')) {
    const byte = bytes_1251.get(character);
    if (byte !== undefined) {
      bytes.push(byte);
      continue;
    }
    const instead = insteadOf(character);
    changed.set(showHidden(character), instead);
    for (const one of instead) bytes.push(bytes_1251.get(one)!);
  }
  return { bytes: Buffer.from(bytes), changed: [...changed].map(([from, to]) => ({ from, to })) };
}

function insteadOf(character: string): string {
  const known = stand_ins.get(character);
  if (known) return known;
  // An accent of its own, or what joins two emoji.
  if (/[\p{M}\p{Cf}]/u.test(character)) return '';
  if (/\s/.test(character)) return ' ';
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  // An accent that stands alone is a blank and a mark.
  return bare.trim() !== '' && [...bare].every((one) => bytes_1251.has(one)) ? bare : '?';
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'windows-1251';

/**
 * Bytes of a text file whose encoding is not to be trusted to what it says of itself: a byte order mark decides, else
 * UTF-8 when the bytes are UTF-8 throughout, else Windows-1251.
 */
export function decodeOfficeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'windows-1251' };
  }
}
