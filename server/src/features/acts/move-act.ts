import {
  nextActStatus,
  type ActAction,
  type ActMoment,
  type ActSide,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { RawBuilder } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addHistory } from './act-history.queries.ts';
import { isExecutorFirst, type LockedAct } from './acts.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { changeAct, changeActs, type ActMove, type FrozenAct, type Mover } from './move-act.queries.ts';

export function moverOf(actor: CompanyActor): Mover {
  return {
    side: actor.role,
    user_id: actor.user_id,
    company_id: actor.company_id,
    ip: actor.ip ?? null,
    api_key_id: actor.key?.id ?? null,
  };
}

export interface MoveDetail {
  note?: string | null;
  means?: string | null;
  /** Other columns that change with the move. */
  set?: {
    frozen_file_id?: null;
    content_hash?: Buffer;
    deleted_at?: Date | RawBuilder<Date> | null;
  };
  /** A new version makes the signatures of the old one count no more. */
  version?: number;
}

/** The third gate and the change itself: asks the table of moves, changes the state, writes the history. */
export async function moveAct(
  tx: Tx,
  act: LockedAct,
  action: ActAction,
  by: Mover,
  detail: MoveDetail = {},
): Promise<ActStatus> {
  const from = act.status;
  const moment = await momentOf(tx, act, action);
  const to = nextActStatus(moment, action, by.side);
  if (to === null) throw refusal(moment, action, by);
  const version = detail.version ?? act.version;
  await changeAct(tx, act, {
    ...detail.set,
    status: to,
    version,
    reason: detail.note ?? null,
    annulment_requested_by: to === 'annulment_requested' ? personSide(by.side) : null,
  });
  await writeDown(tx, act, action, by, { from, to, version }, detail);
  return to;
}

/** The bank, the clock and the desk ask for no annulment; the database refuses one that nobody has asked for. */
const personSide = (side: ActSide) => (side === 'business' || side === 'executor' ? side : null);

/** Writes down what was done beside the act: its state, version and words stay as they are. */
export async function noteDeed(
  tx: Tx,
  act: LockedAct,
  action: 'attach' | 'detach' | 'send_link',
  by: Mover,
  detail: Pick<MoveDetail, 'note' | 'means'>,
): Promise<void> {
  await assertMove(tx, act, action, by);
  await assertOpenPeriod(tx, act);
  await changeAct(tx, act);
  const { status, version } = act;
  await writeDown(tx, act, action, by, { from: status, to: status, version }, detail);
}

/** The database refuses other changes to an act of a closed period; a file beside it changes no column it watches. */
async function assertOpenPeriod(tx: Tx, act: LockedAct): Promise<void> {
  const { closed_until } = await getCompany(tx, act.company_id, ['closed_until']);
  if (closed_until !== null && act.act_date <= closed_until)
    throw new Problem('period.closed', { values: { date: formatDate(closed_until) } });
}

/** The one way in which a deed over one act comes into its history. */
function writeDown(
  tx: Tx,
  act: LockedAct,
  action: ActAction,
  by: Mover,
  { from, to, version }: { from: ActStatus; to: ActStatus; version: number },
  detail: MoveDetail,
): Promise<void> {
  return addHistory(tx, act.company_id, act.id, {
    action,
    side: by.side,
    user_id: by.user_id,
    company_id: by.company_id,
    from_status: from,
    to_status: to,
    version,
    note: detail.note ?? null,
    content_hash: detail.set?.content_hash ?? act.content_hash,
    file_id: act.frozen_file_id,
    means: detail.means ?? null,
    ip: by.ip,
    api_key_id: by.api_key_id ?? null,
  });
}

/** The same change for many that were locked and asked (`nextActStatus`) by the caller; each with its next state. */
export async function moveActs(
  tx: Tx,
  moves: readonly ActMove[],
  action: ActAction,
  by: Mover,
  { means = null, note = null, frozen }: Pick<MoveDetail, 'means' | 'note'> & { frozen?: FrozenAct[] } = {},
): Promise<void> {
  await changeActs(tx, moves, { action, note, means, by }, frozen);
}

/** Throws when the action may not happen now; for work that is dear and should not be done in vain. */
export async function assertMove(tx: Tx, act: LockedAct, action: ActAction, by: Mover): Promise<void> {
  const moment = await momentOf(tx, act, action);
  if (nextActStatus(moment, action, by.side) === null) throw refusal(moment, action, by);
}

async function momentOf(tx: Tx, act: LockedAct, action: ActAction): Promise<ActMoment> {
  return {
    status: act.status,
    annulment_requested_by: act.annulment_requested_by,
    // Stands in the way of signing alone: the others need not ask.
    executor_signs_first: action === 'sign' && (await isExecutorFirst(tx, act.company_id)),
    is_below_zero: act.amount_tiyn < 0n,
  };
}

function refusal(moment: ActMoment, action: ActAction, by: Mover): Problem {
  const answer = action === 'annul' || action === 'refuse_annulment';
  if (answer && moment.status === 'annulment_requested' && moment.annulment_requested_by === by.side) {
    return new Problem('act.annulment_own');
  }
  if (action === 'sign' && moment.status === 'sent' && moment.executor_signs_first) {
    return new Problem('act.executor_signs_first');
  }
  if (action === 'pay' && moment.status === 'signed' && moment.is_below_zero)
    return new Problem('act.nothing_to_pay');
  return new Problem('act.wrong_state', { values: { state: moment.status } });
}
