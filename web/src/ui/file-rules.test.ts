import { expect, it } from 'vitest';
import { sortFiles } from './file-rules.ts';

const rules = { kinds: ['.pdf', '.docx'], max_bytes: 10, max_count: 3 };
const file = (name: string, bytes = 1) => new File(['x'.repeat(bytes)], name);
const names = (files: File[]) => files.map((one) => one.name);

it('takes what fits and says why the rest does not', () => {
  const { taken, faults } = sortFiles(rules, 0, [file('Акт.PDF'), file('foto.png'), file('big.docx', 11)]);
  expect(names(taken)).toEqual(['Акт.PDF']);
  expect(faults).toEqual([
    { kind: 'wrong_kind', name: 'foto.png' },
    { kind: 'too_large', name: 'big.docx' },
  ]);
});

it('leaves out what is too many', () => {
  const { taken, faults } = sortFiles(rules, 2, [file('a.pdf'), file('b.pdf')]);
  expect(names(taken)).toEqual(['a.pdf']);
  expect(faults).toEqual([{ kind: 'over_count' }]);
});

it('puts a new file in the place of the only one', () => {
  const { taken, faults } = sortFiles({ ...rules, max_count: 1 }, 1, [file('new.pdf')]);
  expect(names(taken)).toEqual(['new.pdf']);
  expect(faults).toEqual([]);
});
