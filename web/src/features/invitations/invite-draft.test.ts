import { expect, test } from 'vitest';
import { inviteFaults } from './invite-draft.ts';
import type { InviteFields } from './invite-draft.ts';

const whole: InviteFields = {
  name: 'Айжан',
  phone: '+77011234567',
  end_date: '2026-12-01',
  contract_id: '7',
  upload: '',
  title: 'Договор',
  type_id: '1',
  number: '',
  date: '',
  start_date: '2026-12-01',
  contract_end: '2027-12-01',
};
const faults = (part: Partial<InviteFields>, more: Partial<Parameters<typeof inviteFaults>[1]> = {}) =>
  inviteFaults(
    { ...whole, ...part },
    { uploads: false, has_file: false, isPhone: (text) => text.length === 12, ...more },
  );

test('an invitation to a contract that lies there needs no file, a new one does', () => {
  expect(faults({})).toEqual({});
  expect(faults({ contract_id: '' })).toEqual({ contract_id: 'choose_contract' });
  expect(faults({ contract_id: '' }, { uploads: true })).toEqual({ file: 'file_required' });
  expect(faults({ contract_end: '2026-11-30' }, { uploads: true, has_file: true })).toEqual({
    contract_end: 'dates',
  });
});

test('what is missing is named in the order of the form', () => {
  expect(Object.entries(faults({ name: ' ', phone: '', end_date: '' }))).toEqual([
    ['name', 'required'],
    ['phone', 'required'],
    ['end_date', 'required'],
  ]);
  expect(faults({ phone: '+7701' })).toEqual({ phone: 'phone_wrong' });
});
