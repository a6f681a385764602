import { expect, it } from 'vitest';
import { readPublicId } from './public-id.ts';

it.each([
  ['2zxs3v35fq2vb2z2', '2zxs3v35fq2vb2z2'],
  [' 2ZXS 3v35 fq2v b2z2 ', '2zxs3v35fq2vb2z2'],
  ['2zxs-3v35-fq2v-b2z2', '2zxs3v35fq2vb2z2'],
  ['https://kelisim.example/verify/2zxs3v35fq2vb2z2', '2zxs3v35fq2vb2z2'],
  ['проверка: http://localhost:4401/verify/2zxs3v35\nfq2vb2z2?x=1', '2zxs3v35fq2vb2z2'],
])('reads %s', (text, id) => expect(readPublicId(text)).toBe(id));

it.each([
  '',
  '2zxs3v35fq2vb2z',
  '2zxs3v35fq2vb2z22',
  'https://kelisim.example/verify/2zxs3v35fq2vb2z22',
  'акт № 7',
])('takes no id from «%s»', (text) => expect(readPublicId(text)).toBeNull());
