import type { BinItem } from '@kelisim/shared/features/bin/bin.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { listBin, type BinRow } from './bin.queries.ts';

export function binRoutes({ db }: Parts): Pick<Handlers, 'bin.list'> {
  return {
    'bin.list': async ({ input: { query }, actor }) => {
      const found = await listBin(db, actor.company_id, query);
      return pageAnswer(found, query.limit, toItem);
    },
  };
}

const toItem = ({ amount_tiyn, deleted_at, until, ...row }: BinRow): BinItem => ({
  ...row,
  amount: amount_tiyn === null ? null : formatMoney(amount_tiyn),
  deleted_at: deleted_at.toISOString(),
  until: until.toISOString(),
});
