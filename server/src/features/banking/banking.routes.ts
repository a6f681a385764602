import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { kazakhSortKey } from '@kelisim/shared/kernel/sort-key.ts';
import kz from '@kelisim/shared/texts/kz/settings.ts';
import ru from '@kelisim/shared/texts/ru/settings.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { findPayDoor } from '../integrations/public.ts';
import { listRequisites, toRequisite } from './banking.view.ts';
import { addRequisite, deleteRequisite, updateRequisite } from './change-requisites.ts';
import { readBalance } from './read-balance.ts';
import { getRequisiteRow, listBanks } from './requisites.queries.ts';

type Names = Extract<keyof Handlers, `banking.${string}`>;

export function bankingRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, bank } = parts;
  return {
    'banking.banks': async ({ locale }) => {
      const rows = await listBanks(db, locale);
      return rows.toSorted((a, b) => (kazakhSortKey(plain(a.name)) < kazakhSortKey(plain(b.name)) ? -1 : 1));
    },
    'banking.requisites': ({ actor, locale }) => listRequisites(db, actor.company_id, locale),
    'banking.add_requisite': async ({ input, actor, ip, locale }) => {
      const id = await addRequisite(parts, { ...actor, ip }, input.body);
      return toRequisite(await getRequisiteRow(db, actor.company_id, id, locale));
    },
    'banking.update_requisite': async ({ input, actor, ip, locale }) => {
      const id = await updateRequisite(parts, { ...actor, ip }, input.body);
      return toRequisite(await getRequisiteRow(db, actor.company_id, id, locale));
    },
    'banking.delete_requisite': async ({ input, actor, ip, locale }) => {
      const { id, iban } = { ...input.body, ...input.query };
      if (id === undefined && iban === undefined) throw new Problem('missing_field', { field: 'id' });
      await deleteRequisite(parts, { ...actor, ip }, { id, iban });
      return { message: { ru, kz }[locale].account.deleted };
    },
    'banking.balance': async ({ actor, locale }) => {
      const balances = await readBalance(parts, actor.company_id, locale);
      if (!balances) return { is_available: false, items: [], as_of: null };
      return {
        is_available: true,
        items: balances.map(({ iban, amount_tiyn }) => ({
          iban,
          amount: formatMoney(amount_tiyn),
          currency: 'KZT' as const,
        })),
        as_of: parts.clock.now().toISOString(),
      };
    },
    'banking.is_authorized': async ({ actor }) => {
      const door = await findPayDoor(parts, db, actor.company_id);
      return {
        is_authorized: door !== null || bank?.balances !== undefined,
        banking_integration_type: door?.kind ?? null,
      };
    },
  };
}

/** Without «АО» and quotation marks, by which nobody looks for a bank. */
function plain(name: string): string {
  return name.replace(/^АО\s+|[«»"]/g, '').trim();
}
