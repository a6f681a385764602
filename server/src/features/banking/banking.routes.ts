import { kazakhSortKey } from '@kelisim/shared/kernel/sort-key.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';

export function bankingRoutes({
  db,
}: Pick<Parts, 'db'>): Pick<Handlers, Extract<keyof Handlers, `banking.${string}`>> {
  return {
    'banking.banks': async ({ locale }) => {
      const name = locale === 'kz' ? 'name_kz' : 'name_ru';
      const rows = await db
        .selectFrom('banks')
        .select(['id', 'code', 'bic', 'iban_code', `${name} as name`])
        .where('is_active', '=', true)
        .execute();
      return rows.toSorted((a, b) => (kazakhSortKey(plain(a.name)) < kazakhSortKey(plain(b.name)) ? -1 : 1));
    },
  };
}

/** Without «АО» and quotation marks, by which nobody looks for a bank. */
function plain(name: string): string {
  return name.replace(/^АО\s+|[«»"]/g, '').trim();
}
