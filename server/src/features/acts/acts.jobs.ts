import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { ACT_ASKED_MANY, ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { gatherForRun, readSigning, SIGNED_ROW_USES_UP, type RunEvidence } from '../signatures/public.ts';
import { copyAct, copyDates } from './copy-act.ts';
import { createActOfRun } from './create-acts.ts';
import { runOf } from './do-deed.ts';
import { sweepSelections } from './select-acts.ts';
import { importActsOfRun } from './import-acts.ts';
import { restoreOwnAct } from './restore-act.ts';
import { signAct } from './sign-act.ts';
import { repeatActs } from './repeat-acts.ts';
import { signPlainActs } from './sign-plain-acts.ts';

export function actRuns(parts: Parts): BulkKind[] {
  const today = () => almatyDate(parts.clock.now());
  return [
    ...ACT_ASKED_MANY.map((deed) => runOf(parts, deed)),
    {
      kind: 'acts.sign',
      used_up: SIGNED_ROW_USES_UP,
      prepare: (items) => gatherForRun(parts, 'act', items),
      async workMany(tx, batch) {
        const actor = await findActorOfRun(tx, batch[0]!.item, ACT_DEEDS.sign.right);
        return signPlainActs(tx, actor, batch);
      },
      async work(tx, item, evidence) {
        const actor = await findActorOfRun(tx, item, ACT_DEEDS.sign.right);
        if (item.subject_id === null) throw new Problem('not_found');
        const { label, pending_signature_id } = await signAct(tx, actor, item.subject_id, {
          evidence: evidence as RunEvidence,
          ...readSigning(item),
        });
        return { label, waits_for_id: pending_signature_id };
      },
    },
    {
      kind: 'acts.copy',
      in_order: true,
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, 'manage_acts');
        if (item.subject_id === null) throw new Problem('not_found');
        const act = await copyAct(tx, actor, item.subject_id, copyDates.parse(item.params));
        return { subject_id: act.id, label: act.number };
      },
    },
    {
      kind: 'acts.restore',
      async work(tx, item) {
        const actor = await findActorOfRun(tx, item, ACT_DEEDS.restore.right);
        if (item.subject_id === null) throw new Problem('not_found');
        if (!(await restoreOwnAct(tx, actor, item.subject_id, today()))) throw new Problem('done_before');
        return {};
      },
    },
    {
      kind: 'acts.create',
      in_order: true,
      used_up: ['item'],
      work: (tx, item) => createActOfRun(tx, item, today()),
    },
    {
      kind: 'acts.import',
      // Numbers follow the rows; side by side they would wait for the same counter anyway.
      in_order: true,
      // The act has it all; how many rows of the table it was is still counted.
      used_up: ['row', 'input', 'again'],
      // Each row that was given has its act.
      work: async (tx, item) => (await importActsOfRun(tx, [item], today())).get(item.position)!,
      workMany: (tx, batch) =>
        importActsOfRun(
          tx,
          batch.map(({ item }) => item),
          today(),
        ),
    },
  ];
}

export function actWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'acts.repeat', every_ms: 60_000, run: () => repeatActs(parts) },
    { name: 'acts.selections', every_ms: 3_600_000, run: () => sweepSelections(parts) },
  ];
}
