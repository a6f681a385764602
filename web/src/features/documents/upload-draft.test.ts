import { expect, it } from 'vitest';
import { EMPTY_UPLOAD, titleFromFile, uploadFaults } from './upload-draft.ts';

const whole = {
  ...EMPTY_UPLOAD,
  title: 'Договор услуг',
  contractor_id: '7',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
};

it('finds what is missing and what cannot be', () => {
  expect(uploadFaults(whole, true)).toEqual({});
  expect(uploadFaults(EMPTY_UPLOAD, false)).toEqual({
    file: 'file_required',
    title: 'required',
    contractor_id: 'required',
    start_date: 'required',
    end_date: 'required',
  });
  expect(uploadFaults({ ...whole, title: '  ' }, true)).toEqual({ title: 'required' });
  expect(uploadFaults({ ...whole, end_date: '2025-12-31' }, true)).toEqual({ end_date: 'dates' });
  expect(uploadFaults({ ...whole, end_date: whole.start_date }, true)).toEqual({});
});

it('takes the name of a file as the title', () => {
  expect(titleFromFile('Договор_№ 17  аренды.PDF')).toBe('Договор № 17 аренды');
  expect(titleFromFile(`${'а'.repeat(300)}.pdf`)).toHaveLength(200);
});
