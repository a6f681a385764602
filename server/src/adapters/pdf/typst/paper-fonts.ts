import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readAdvances } from './font-coverage.ts';

/**
 * The faces of our papers in the order in which a letter is looked for; the templates name the families. Scripts that
 * are not here: Chinese, Japanese and Korean take 10 MB a face, and those that run from right to left would let the
 * order of a line differ from what was typed.
 */
const FACES = [
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
];

export function readPaperFonts(): Buffer[] {
  return FACES.map((face) => readFileSync(fileURLToPath(face)));
}

/** Some Arabic letters of the mathematical font stand alone there, where Arabic would join them. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Every character that our papers can show, with its greatest width in ems. */
export function readPaperLetters(fonts: readonly Uint8Array[]): Map<number, number> {
  const [regular, bold, ...others] = fonts.map(readAdvances);
  const letters = new Map(regular);
  // Sums and headings are bold, and those letters are wider.
  for (const [code, width] of bold!)
    if (letters.has(code)) letters.set(code, Math.max(width, letters.get(code)!));
  for (const other of others)
    for (const [code, width] of other) if (!letters.has(code)) letters.set(code, width);
  for (const code of letters.keys())
    if (code < 0x20 || RIGHT_TO_LEFT.test(String.fromCodePoint(code))) letters.delete(code);
  return letters;
}
