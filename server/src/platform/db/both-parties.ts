/** What papers say of both companies, which a query calls `c` and `x`. */
export const BOTH_PARTIES = [
  'c.name as company_name',
  'c.display_name as company_display_name',
  'c.bin as company_bin',
  'c.phone as company_phone',
  'x.name as contractor_name',
  'x.display_name as contractor_display_name',
  'x.bin as contractor_bin',
  'x.phone as contractor_phone',
] as const;

type Said = Record<`${'company' | 'contractor'}_${'name' | 'bin'}`, string> &
  Record<`${'company' | 'contractor'}_${'display_name' | 'phone'}`, string | null>;

/** The same as answers have it. */
export function bothParties(row: Said & { company_id: number; contractor_company_id: number }) {
  return {
    company: {
      id: row.company_id,
      name: row.company_name,
      display_name: row.company_display_name,
      bin: row.company_bin,
      phone: row.company_phone,
    },
    contractor_company: {
      id: row.contractor_company_id,
      name: row.contractor_name,
      display_name: row.contractor_display_name,
      bin: row.contractor_bin,
      phone: row.contractor_phone,
    },
  };
}
