import { afterEach, expect, it, vi } from 'vitest';
import { draftKey, EMPTY_DRAFT, keepSupportDraft, readSupportDraft } from './support-draft.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
afterEach(() => kept.clear());

const key = draftKey('7.3', 12);

it('keeps what was typed for each ticket of each person by itself', () => {
  keepSupportDraft(key, { theme_id: '', text: 'Ключ не читается' });
  expect(readSupportDraft(key)).toEqual({ theme_id: '', text: 'Ключ не читается' });
  expect(readSupportDraft(draftKey('7.3', 'new'))).toBeNull();
  expect(readSupportDraft(draftKey('8.3', 12))).toBeNull();
});

it('keeps nothing of nothing', () => {
  keepSupportDraft(key, { theme_id: '2', text: '' });
  expect(readSupportDraft(key)).toEqual({ theme_id: '2', text: '' });
  keepSupportDraft(key, { ...EMPTY_DRAFT, text: ' \n' });
  expect(kept.size).toBe(0);
});

it('reads what somebody else has put there as nothing', () => {
  for (const odd of ['{', '7', 'null', '"x"']) {
    kept.set(key, odd);
    expect(readSupportDraft(key)).toBeNull();
  }
  kept.set(key, '{"text":7,"theme_id":null,"more":1}');
  expect(readSupportDraft(key)).toEqual(EMPTY_DRAFT);
});
