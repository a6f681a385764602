import type { SeenAct } from '@kelisim/shared/features/acts/acts-admin.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { getSeenAct, listSeenActs, type SeenActRow } from './acts-admin.queries.ts';
import { actStatusView } from './acts.view.ts';
import { restoreAct } from './restore-act.ts';

type Names = Extract<keyof Handlers, `acts_admin.${string}`>;

/** What support sees and does about acts of all companies. */
export function actsAdminRoutes({ db, clock }: Parts): Pick<Handlers, Names> {
  return {
    'acts_admin.list': async ({ input, locale }) => {
      const found = await listSeenActs(db, input.query);
      return pageAnswer(found, input.query.limit, (row) => toSeenAct(row, locale));
    },
    'acts_admin.restore': async ({ input, actor, locale }) => {
      const { act_id } = input.params;
      const today = almatyDate(clock.now());
      await db.transaction().execute((tx) => restoreAct(tx, actor, act_id, input.body.reason, today));
      return toSeenAct(await getSeenAct(db, act_id), locale);
    },
  };
}

function toSeenAct(row: SeenActRow, locale: Locale): SeenAct {
  return {
    id: row.id,
    number: `${row.number}/${row.year}`,
    status: actStatusView(row.status, locale),
    act_date: row.act_date,
    amount: formatMoney(row.amount_tiyn),
    company: { id: row.company_id, name: row.company_name, bin: row.company_bin },
    contractor_company: { id: row.contractor_company_id, name: row.contractor_name, bin: row.contractor_bin },
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    deleted_by: row.deleted_by,
  };
}
