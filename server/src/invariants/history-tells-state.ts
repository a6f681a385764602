import {
  actTable,
  type ActAction,
  type ActSide,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import {
  documentTable,
  type DocumentAction,
  type DocumentSide,
  type DocumentStatus,
} from '@kelisim/shared/features/documents/document-status.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Step {
  seq: number;
  action: string;
  side: string;
  from_status: string | null;
  to_status: string;
  version: number;
}

interface Life {
  id: number;
  status: string;
  version: number;
  deleted: boolean;
  asked_by: string | null;
  steps: Step[] | null;
}

type Next = (from: string, action: string, side: string) => string | null;

/** The history of a thing, read from its first line, leads without a gap to the state that it is in. */
export const historyTellsState: Invariant = {
  id: 'I5',
  title: 'the state of every act and contract follows from its history alone, and the history has no gap',
  async check({ db }) {
    const steps = sql`jsonb_agg(jsonb_build_object('seq', h.seq, 'action', h.action, 'side', h.actor_side,
      'from_status', h.from_status, 'to_status', h.to_status, 'version', h.version) order by h.seq)
      filter (where h.seq is not null) as steps`;
    const acts = await sql<Life>`
      select a.id, a.status, a.version, a.deleted_at is not null as deleted, a.annulment_requested_by as asked_by, ${steps}
      from acts a left join act_history h on h.company_id = a.company_id and h.act_id = a.id
      group by a.company_id, a.id order by a.id`.execute(db);
    const documents = await sql<Life>`
      select d.id, d.status, d.version, false as deleted, null as asked_by, ${steps}
      from documents d left join document_history h on h.company_id = d.company_id and h.document_id = d.id
      group by d.company_id, d.id order by d.id`.execute(db);
    const nextOfAct: Next = (from, action, side) =>
      actTable.next(from as ActStatus, action as ActAction, side as ActSide);
    const nextOfDocument: Next = (from, action, side) =>
      documentTable.next(from as DocumentStatus, action as DocumentAction, side as DocumentSide);
    return {
      checked: acts.rows.length + documents.rows.length,
      faults: [
        ...acts.rows.flatMap((life) => faultsOf(life, nextOfAct).map((fault) => `act ${life.id}: ${fault}`)),
        ...documents.rows.flatMap((life) =>
          faultsOf(life, nextOfDocument).map((fault) => `contract ${life.id}: ${fault}`),
        ),
      ],
    };
  },
};

const BEGINNINGS = ['create', 'copy', 'import', 'correct', 'generate'];

function faultsOf(life: Life, next: Next): string[] {
  const steps = life.steps ?? [];
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return ['has no history'];
  const faults: string[] = [];
  if (!BEGINNINGS.includes(first.action) || first.from_status !== null || first.to_status !== 'draft')
    faults.push(`begins with ${first.action}`);
  let status = first.to_status;
  for (const [i, step] of steps.entries()) {
    if (step.seq !== i + 1) return [...faults, `step ${i + 1} of its history is missing`];
    if (i === 0) continue;
    if (step.from_status !== status)
      faults.push(`step ${step.seq} begins from ${step.from_status}, not ${status}`);
    if (next(status, step.action, step.side) !== step.to_status)
      faults.push(
        `step ${step.seq}, ${step.action} by ${step.side}, cannot lead from ${status} to ${step.to_status}`,
      );
    status = step.to_status;
  }
  if (status !== life.status) faults.push(`is ${life.status}, its history says ${status}`);
  if (last.version !== life.version)
    faults.push(`has version ${life.version}, its history says ${last.version}`);
  if (life.deleted && last.action !== 'delete') faults.push('is gone, and nobody deleted it');
  if (status !== 'deleted' && !life.deleted && last.action === 'delete')
    faults.push('was deleted and is there');
  if (life.asked_by !== null && (last.action !== 'annul' || last.side !== life.asked_by))
    faults.push(`${life.asked_by} is said to have asked for its annulment`);
  return faults;
}
