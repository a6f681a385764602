import { expect, it } from 'vitest';
import { makeFieldsOf, NOTHING_MADE } from './make-fields.ts';

const services = { id: 7, name: 'Договор услуг' };
const rent = { id: 8, name: 'Аренда' };

it('chooses the only template by itself, with its name as the title', () => {
  expect(makeFieldsOf(NOTHING_MADE, [services])).toMatchObject({ template_id: '7', title: 'Договор услуг' });
  expect(makeFieldsOf(NOTHING_MADE, [services, rent])).toMatchObject({ template_id: null, title: '' });
  expect(makeFieldsOf(NOTHING_MADE, [])).toMatchObject({ template_id: null, title: '' });
});

it('lets a typed title stay, an empty one too', () => {
  const chosen = { ...NOTHING_MADE, template_id: '8' };
  expect(makeFieldsOf(chosen, [services, rent]).title).toBe('Аренда');
  expect(makeFieldsOf({ ...chosen, title: 'Склад' }, [services, rent]).title).toBe('Склад');
  expect(makeFieldsOf({ ...chosen, title: '' }, [services, rent]).title).toBe('');
});
