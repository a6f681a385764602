import { expect, it } from 'vitest';
import { sortDropped } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);

it('tells the document from its signatures, whatever the order and the case', () => {
  const files = ['a.cms', 'Акт.PDF', 'b.p7s'].map(file);
  const sorted = sortDropped(files);
  expect(sorted.document?.name).toBe('Акт.PDF');
  expect(sorted.signatures.map((one) => one.name)).toEqual(['a.cms', 'b.p7s']);
  expect(sorted.extra).toBeNull();
});

it('takes the newest of two documents and names the other', () => {
  const sorted = sortDropped(['old.pdf', 'a.cms', 'new.pdf'].map(file));
  expect([sorted.document?.name, sorted.extra?.name]).toEqual(['new.pdf', 'old.pdf']);
});

it('does without a document', () => {
  expect(sortDropped([file('a.p7m')])).toMatchObject({ document: null, extra: null });
});
