import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** An act that both have signed, with VAT, for which no electronic invoice stands. */
export const lacksInvoice = (alias: string): RawBuilder<SqlBool> => {
  const a = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<SqlBool>`(coalesce(${a('vat_tiyn')}, 0) > 0 and ${a('deleted_at')} is null and ${a('status')} in (${sql.join(BOTH_SIGNED)})
    and not exists (select 1 from invoices_of_acts v where v.company_id = ${a('company_id')} and v.act_id = ${a('id')}))`;
};
