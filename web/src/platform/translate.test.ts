import { describe, expect, it } from 'vitest';
import { pluralForm, translate } from './translate.ts';

const ru = {
  title: 'Акты',
  list: {
    found__one: '{{count}} акт',
    found__few: '{{count}} акта',
    found__many: '{{count}} актов',
    found__other: '{{count}} акта',
  },
  'act.wrong_state': 'Нельзя: {{state}}',
};
const kz = { list: { found__other: '{{count}} акт' } };

describe('translate', () => {
  it.each([
    [1, '1 акт'],
    [3, '3 акта'],
    [11, '11 актов'],
    [21, '21 акт'],
    [112, '112 актов'],
    [1.5, '1.5 акта'],
  ])('chooses the plural of %s', (count, text) => {
    expect(translate(ru, 'ru', 'list.found', { count })).toBe(text);
    expect(translate(kz, 'kz', 'list.found', { count })).toBe(`${count} акт`);
  });

  it('finds keys that hold dots, and fills in values', () => {
    expect(translate(ru, 'ru', 'act.wrong_state', { state: 'Оплачен' })).toBe('Нельзя: Оплачен');
    expect(translate(ru, 'ru', 'title', {})).toBe('Акты');
  });

  it('leaves a value open that was not given', () => {
    expect(translate(ru, 'ru', 'act.wrong_state', {})).toBe('Нельзя: {{state}}');
  });

  it('knows what it does not know', () => {
    expect(translate(ru, 'ru', 'list', {})).toBeNull();
    expect(translate(ru, 'ru', 'list.toString', {})).toBeNull();
    expect(translate(ru, 'ru', 'constructor', {})).toBeNull();
    expect(translate(ru, 'ru', 'list.found', {})).toBeNull();
  });
});

it('agrees with CLDR about Russian plurals', () => {
  const rules = new Intl.PluralRules('ru');
  for (const count of [...Array(230).keys(), 0.5, 1.5, 2.1, 1001, 1_000_011]) {
    expect(pluralForm('ru', count)).toBe(rules.select(count));
  }
});
