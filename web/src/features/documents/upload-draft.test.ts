import { expect, it } from 'vitest';
import { titleFromFile } from './upload-draft.ts';

it('takes the name of a file as the title', () => {
  expect(titleFromFile('Договор_№ 17  аренды.PDF')).toBe('Договор № 17 аренды');
  expect(titleFromFile(`${'а'.repeat(300)}.pdf`)).toHaveLength(200);
});
