import { ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { readDueStatements } from './ask-statements.ts';
import { followOrders } from './follow-orders.ts';
import { applyDueChanges } from './limit-change.ts';
import { payAct } from './pay-act.ts';
import { payPlainActs } from './pay-plain-acts.ts';

const payParams = z.object({ shown: z.array(z.string()).optional() });

export function paymentRuns(parts: Parts): BulkKind[] {
  return [
    {
      kind: 'acts.pay',
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, ACT_DEEDS.pay.right);
        if (item.subject_id === null) throw new Problem('not_found');
        const { shown } = payParams.parse(item.params);
        return { label: await payAct(parts, tx, actor, item.subject_id, shown) };
      },
      async workMany(tx, batch) {
        const items = batch.map(({ item }) => item);
        const [first] = items;
        if (!first) return new Map();
        const actor = await findActorOfRun(tx, first, ACT_DEEDS.pay.right);
        return payPlainActs(parts, tx, actor, items, payParams.parse(first.params).shown);
      },
    },
  ];
}

export function paymentWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'payments.limits', every_ms: 60_000, run: () => applyDueChanges(parts) },
    { name: 'payments.follow', every_ms: 500, run: () => followOrders(parts) },
    { name: 'payments.statements', every_ms: 300_000, run: () => readDueStatements(parts) },
  ];
}
