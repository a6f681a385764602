import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';

const MAX_LETTERS = 150;
/** Names that Windows gives to devices, whatever ending follows. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * The name of an upload as it may be kept and shown: the last part of a path, one line, without letters that turn the
 * reading direction or hide, with an ending of the kind that the content is. It is never used as a path.
 */
export function cleanFileName(name: string, kind: FileKind | null): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .split(/[\\/]/)
    .pop()!
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\ufffd]/gu, '')
    .replace(/["<>:|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .replace(DEVICE, '_$1');
  const ending = kind && endingOf(plain, kind);
  const stem = ending && plain.endsWith(ending) ? plain.slice(0, -ending.length) : plain;
  const cut = [...stem].slice(0, MAX_LETTERS).join('').trimEnd() || 'file';
  return cut + (ending ?? '');
}

/** The one it has, when its kind knows it, so that «Скан.JPEG» keeps its name. */
function endingOf(name: string, kind: FileKind): string {
  const { endings } = FILE_KINDS[kind];
  const own = endings.find((ending) => name.toLowerCase().endsWith(ending));
  return own ? name.slice(-own.length) : endings[0];
}
