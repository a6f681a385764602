import { expect, it } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { closedBy } from './closed-by.ts';

const error = (status: number, code: string, body: object = {}) => new ApiError(status, code, 'Сөз', body);

it('tells a dead link from a used one, and names the document of the latter', () => {
  expect(closedBy(error(404, 'not_found'))).toEqual({ kind: 'gone' });
  const nobody = { company: null, company_phone: null, phone: null };
  expect(closedBy(error(409, 'quick_sign.used', { public_id: 'abc', company: 'ТОО' }))).toEqual({
    kind: 'used',
    public_id: 'abc',
    ...nobody,
    company: 'ТОО',
  });
  expect(closedBy(error(409, 'quick_sign.used'))).toEqual({ kind: 'used', public_id: null, ...nobody });
  expect(closedBy(error(409, 'quick_sign.ended', { reason: 'recalled' }))).toEqual({
    kind: 'ended',
    reason: 'recalled',
    ...nobody,
  });
  expect(closedBy(error(409, 'quick_sign.ended', { reason: 'else' }))).toMatchObject({ reason: 'over' });
});

it('hands on the sentence of the server where the document is in the wrong state', () => {
  expect(closedBy(error(409, 'act.wrong_state'))).toEqual({ kind: 'stopped', message: 'Сөз' });
});

it.each([0, 408, 429, 500, 503])('takes %s for a trouble that passes', (status) => {
  expect(closedBy(error(status, 'x'))).toBeNull();
});
