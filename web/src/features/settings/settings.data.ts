import type { Requisite } from '@kelisim/shared/features/banking/banking.contract.ts';
import type { CompanyView } from '@kelisim/shared/features/companies/companies.contract.ts';
import { useCall } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';

export type { CompanyView, Requisite };

/** What a company says of itself in a line. */
export const COMPANY_LINES = [
  'name',
  'name_kz',
  'display_name',
  'address',
  'ceo_name',
  'director_position',
  'contact_fio',
] as const;
export const COMPANY_FIELDS = [
  ...COMPANY_LINES,
  'phone',
  'email',
  'oked',
  'occupation',
  'document_language',
] as const;

/** The answers that are old once the company or its accounts have changed. */
export const STALE = ['companies.', 'banking.', 'payments.', 'home.'];

export const useCompany = () => useCall('companies.own');

export const useHistory = (limit: number) => useCall('companies.history', { query: { page: 1, limit } });

/** The bank is asked again each time somebody looks; nobody who may not pay is shown it. */
export const useBalance = (enabled: boolean) =>
  useCall('banking.balance', undefined, { enabled, staleTime: 60_000 });

export const useBanks = () => useCall('banking.banks', undefined, { staleTime: Number.POSITIVE_INFINITY });

export function useMyRights() {
  const me = useMe();
  const has = (right: 'manage_settings' | 'pay') =>
    me !== undefined && (me.role === 'executor' || me.rights.includes(right));
  return { me, may_change: has('manage_settings'), may_pay: has('pay') };
}
