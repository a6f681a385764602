import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';

export const COMPANY = { id: 1, name: 'ТОО «Заказчик»', name_kz: null, bin: '180340099996' };

/** A director who is signed in, of whom there is nothing to say but what is given. */
export const meWith = (more: Partial<Me> = {}): Me => ({
  id: 1,
  email: 'a@example.kz',
  full_name: 'Асель',
  phone: null,
  role_id: 1,
  role: 'business',
  rights: [],
  platform_rights: [],
  locale: 'ru',
  company: { ...COMPANY, executor_signs_first: false },
  companies: [],
  proof_until: null,
  sandbox: true,
  ...more,
});
