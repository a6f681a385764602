import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { ACT_ASKED_MANY, ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { BulkKind } from '../../platform/jobs/bulk.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, type RunEvidence } from '../signatures/public.ts';
import { copyAct, type CopyDates } from './copy-act.ts';
import { createAct } from './create-act.ts';
import { runOf } from './do-deed.ts';
import { sweepSelections } from './select-acts.ts';
import { assertNew } from './find-repeats.ts';
import { signAct } from './sign-act.ts';
import { repeatActs } from './repeat-acts.ts';
import { signPlainActs } from './sign-plain-acts.ts';

export function actRuns(parts: Parts): BulkKind[] {
  const today = () => almatyDate(parts.clock.now());
  return [
    ...ACT_ASKED_MANY.map((deed) => runOf(parts, deed)),
    {
      kind: 'acts.sign',
      prepare: (items) => gatherForRun(parts, 'act', items),
      async workMany(tx, batch) {
        const actor = await findActorOfRun(tx, batch[0]!.item, ACT_DEEDS.sign.right);
        return signPlainActs(tx, actor, batch);
      },
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, ACT_DEEDS.sign.right);
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
        const { row, input, again } = item.payload as { row: number; input: ReadActInput; again?: boolean };
        const act = await createAct(tx, { ...actor, locale: toLocale(actor.locale) }, input, today(), {
          action: 'import',
          import_run_id: item.run_id,
          import_row: row,
        });
        if (!again) await assertNew(tx, item, act.id);
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
