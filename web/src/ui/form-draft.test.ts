import { afterEach, expect, it, vi } from 'vitest';
import { formDraft } from './form-draft.ts';

const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
vi.stubGlobal('localStorage', store);
afterEach(() => kept.clear());

const empty = { theme_id: '', text: '', type_id: '1', send: false, file: [] as File[] };
const draft = formDraft('one', empty);

it('keeps what was typed under each name by itself', () => {
  draft.keep({ ...empty, text: 'Ключ не читается', send: true });
  expect(draft.read()).toEqual({ text: 'Ключ не читается', send: true });
  expect(formDraft('two', empty).read()).toBeNull();
});

it('keeps an emptied field that began with something', () => {
  draft.keep({ ...empty, type_id: '' });
  expect(draft.read()).toEqual({ type_id: '' });
});

it('keeps nothing of nothing, and no files', () => {
  draft.keep({ ...empty, text: 'да' });
  draft.keep({ ...empty, text: ' \n', file: [new File(['x'], 'x.pdf')] });
  expect(kept.size).toBe(0);
  draft.keep({ ...empty, text: 'да' });
  draft.keep(null);
  expect(draft.read()).toBeNull();
});

it('keeps no field that it was not given, such as a password', () => {
  const typed = { ...empty, text: 'да', password: 'тайна' };
  draft.keep(typed);
  expect(draft.read()).toEqual({ text: 'да' });
  expect([...kept.values()].join('')).not.toContain('тайна');
});

it('reads what somebody else has put there as nothing', () => {
  for (const odd of ['{', '7', 'null', '"x"']) {
    kept.set('one', odd);
    expect(draft.read()).toBeNull();
  }
  kept.set('one', '{"text":7,"theme_id":null,"file":null,"more":1}');
  expect(draft.read()).toEqual({});
});

it('goes on without a store that is closed', () => {
  vi.stubGlobal('localStorage', {
    ...store,
    setItem: () => {
      throw new Error('full');
    },
  });
  draft.keep({ ...empty, text: 'да' });
  expect(draft.read()).toBeNull();
});
