import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkItem, BulkKind } from '../../platform/jobs/bulk.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, type RunEvidence } from '../signatures/public.ts';
import { annulAct } from './annul-act.ts';
import { copyAct, type CopyDates } from './copy-act.ts';
import { createAct } from './create-act.ts';
import { deleteAct } from './delete-act.ts';
import { recallAct } from './recall-act.ts';
import { returnAct } from './return-act.ts';
import { sweepSelections } from './select-acts.ts';
import { sendAct } from './send-act.ts';
import { signAct } from './sign-act.ts';
import { repeatActs } from './repeat-acts.ts';
import { signPlainActs } from './sign-plain-acts.ts';

type Deed = (tx: Tx, actor: CompanyActor, item: BulkItem & { subject_id: number }) => Promise<string | void>;

/** A kind of run whose items are acts. The person's rights are read anew: they may have changed since the click. */
function actRun(kind: string, right: Parameters<typeof findActorOfRun>[2], deed: Deed): BulkKind {
  return {
    kind,
    async work(tx, item) {
      const actor = await findActorOfRun(tx, item, right);
      if (item.subject_id === null) throw new Problem('not_found');
      const label = await deed(tx, actor, { ...item, subject_id: item.subject_id });
      return label ? { label } : {};
    },
  };
}

export function actRuns(parts: Parts): BulkKind[] {
  const today = () => almatyDate(parts.clock.now());
  return [
    actRun('acts.send', 'manage_acts', (tx, actor, item) => sendAct(parts, tx, actor, item.subject_id)),
    {
      kind: 'acts.sign',
      prepare: (items) => gatherForRun(parts, 'act', items),
      async workMany(tx, batch) {
        const actor = await findActorOfRun(tx, batch[0]!.item, 'sign');
        return signPlainActs(tx, actor, batch);
      },
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, 'sign');
        if (item.subject_id === null) throw new Problem('not_found');
        const { file_id } = item.payload as { file_id?: number };
        const { means = 'key_file' } = item.params as { means?: string };
        return signAct(tx, actor, item.subject_id, {
          evidence: evidence as RunEvidence,
          means,
          shown_file_id: file_id,
        });
      },
    },
    actRun('acts.annul', 'sign', (tx, actor, item) => {
      const { reason } = item.params as { reason?: string };
      return annulAct(tx, actor, item.subject_id, reason);
    }),
    actRun('acts.recall', 'manage_acts', (tx, actor, item) => recallAct(tx, actor, item.subject_id)),
    actRun('acts.return', undefined, (tx, actor, item) => {
      const { reason } = item.params as { reason: string };
      return returnAct(tx, actor, item.subject_id, reason);
    }),
    actRun('acts.delete', 'manage_acts', (tx, actor, item) => deleteAct(tx, actor, item.subject_id)),
    {
      kind: 'acts.copy',
      in_order: true,
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, 'manage_acts');
        if (item.subject_id === null) throw new Problem('not_found');
        const act = await copyAct(tx, actor, item.subject_id, item.params as CopyDates);
        return { subject_id: act.id, label: act.number };
      },
    },
    {
      kind: 'acts.import',
      // Numbers follow the rows; side by side they would wait for the same counter anyway.
      in_order: true,
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, 'manage_acts');
        const { row, input } = item.payload as { row: number; input: ReadActInput };
        const act = await createAct(tx, { ...actor, locale: toLocale(actor.locale) }, input, today(), {
          action: 'import',
          import_run_id: item.run_id,
          import_row: row,
        });
        return { subject_id: act.id, label: act.number };
      },
    },
  ];
}

export function actWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'acts.repeat', every_ms: 60_000, run: () => repeatActs(parts) },
    { name: 'acts.selections', every_ms: 3_600_000, run: () => sweepSelections(parts) },
  ];
}
