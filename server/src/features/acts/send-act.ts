import { nextActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addFiles, newPublicId, putFile } from '../../platform/files/files.ts';
import type { BulkDone, PreparedItem } from '../../platform/jobs/run-kind.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { holdStatuses } from '../executors/public.ts';
import { assertLawfulRate } from '../vat/public.ts';
import { contentHash } from './act-content.ts';
import { drawAct, readPapers, type Paper } from './act-paper.ts';
import { lockAct, lockActs, type LockedAct } from './acts.queries.ts';
import { assertMove, moveActs, moverOf } from './move-act.ts';
import type { FrozenAct, Mover } from './move-act.queries.ts';
import { assertWorking } from './read-act-input.ts';

/** Freezes the PDF of an act and shows it to the executor: from now on both sides sign these very bytes. */
export async function sendAct(parts: Parts, tx: Tx, actor: CompanyActor, act_id: number): Promise<string> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  return freezeAct(parts, tx, act, moverOf(actor));
}

/** The same by whoever may do it, the clock too. */
export async function freezeAct(parts: Parts, tx: Tx, act: LockedAct, by: Mover): Promise<string> {
  await assertMove(tx, act, 'send', by);
  // What was done and paid is put right with whoever did it, working or not.
  if (act.corrects_act_id === null) await assertWorking(tx, act.company_id, act.contractor_company_id);
  await freezeActs(parts, tx, [act], by);
  return labelOf(act);
}

/**
 * `sendAct` for those of a batch that may be sent, by a handful of statements for all of them; every other row is left to
 * `sendAct`, which says what is the matter. What is found only while papers are made and written, such as a letter that
 * no paper can show or a closed period, is thrown, and leaves all of them to it.
 */
export async function sendPlainActs(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  batch: readonly PreparedItem[],
): Promise<Map<number, BulkDone>> {
  const positions = new Map(batch.map(({ item }) => [item.subject_id ?? 0, item.position]));
  const done = new Map<number, BulkDone>();
  const acts = await lockActs(tx, actor, [...positions.keys()]);
  const executors = acts.map((act) => act.contractor_company_id);
  const statuses = await holdStatuses(tx, actor.company_id, executors);
  const plain = acts.filter((act) => {
    const may = nextActStatus({ ...act, executor_signs_first: false }, 'send', actor.role) === 'sent';
    const is_working = statuses.get(act.contractor_company_id) === 'active';
    return may && is_working && act.corrects_act_id === null;
  });
  if (plain.length === 0) return done;
  await freezeActs(parts, tx, plain, moverOf(actor));
  for (const act of plain) done.set(positions.get(act.id) ?? 0, { label: labelOf(act) });
  return done;
}

const labelOf = (act: LockedAct) => `${act.number}/${act.year}`;

/** A transaction that asks nothing for long is ended (`idle_in_transaction_session_timeout`): it stores rows after so many. */
const DRAWN_AT_ONCE = 8;

/** Freezes acts that may be sent; throws where the paper of one cannot be made. */
async function freezeActs(parts: Parts, tx: Tx, acts: readonly LockedAct[], by: Mover): Promise<void> {
  const papers = await readPapers(tx, acts);
  for (const { act, vat } of papers) await assertLawfulRate(tx, vat.vat_rate, act.end_date);
  const frozen_at = parts.clock.now();
  const frozen: FrozenAct[] = [];
  for (let from = 0; from < papers.length; from += DRAWN_AT_ONCE) {
    const some = papers.slice(from, from + DRAWN_AT_ONCE);
    const drawn = await Promise.all(some.map((paper) => drawAndStore(parts, tx, paper, frozen_at)));
    for (const { id, paper } of await addFiles(tx, drawn)) {
      const { act, content, vat, signing_term_days: days } = paper;
      frozen.push({
        id: act.id,
        frozen_file_id: id,
        frozen_at,
        sign_by: days === null ? null : addDays(almatyDate(frozen_at), days),
        content_hash: contentHash({ ...act, ...content }),
        ...vat,
      });
    }
  }
  const moves = acts.map((act) => ({ act, to: 'sent' as const }));
  await moveActs(tx, moves, 'send', by, { frozen });
}

async function drawAndStore(parts: Parts, tx: Tx, paper: Paper, frozen_at: Date) {
  const { company_id, number, year } = paper.act;
  const public_id = newPublicId();
  const stored = await putFile(parts.store, {
    company_id,
    kind: 'act',
    name: `act-${number}-${year}.pdf`,
    media_type: 'application/pdf',
    bytes: await drawAct(parts, tx, paper, public_id, frozen_at),
    public_id,
    to_be_signed: true,
  });
  return { ...stored, paper };
}
