import kz from '@kelisim/shared/texts/kz/sandbox.ts';
import ru from '@kelisim/shared/texts/ru/sandbox.ts';
import { readPages } from '../src/adapters/pdf/typst/read-pages.ts';

export const SAMPLE_WORDS = (ru.watermark + kz.watermark).replaceAll(' ', '');

/** How often each page says that it is a sample. */
export async function countMarks(pdf: Uint8Array): Promise<number[]> {
  return (await readPages(pdf)).map((page) => page.split(SAMPLE_WORDS).length - 1);
}
