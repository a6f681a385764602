import {
  actTable,
  type ActAction,
  type ActSide,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import {
  nextOfPaper,
  type DocumentAction,
  type DocumentSide,
  type DocumentStatus,
  type PaperType,
} from '@kelisim/shared/features/documents/document-status.ts';
import {
  esfTable,
  type EsfAction,
  type EsfSide,
  type EsfStatus,
} from '@kelisim/shared/features/esf/esf-status.ts';
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
  title:
    'the state of every act, contract and electronic paper follows from its history alone, and the history has no gap',
  async check({ db }) {
    const steps = sql`jsonb_agg(jsonb_build_object('seq', h.seq, 'action', h.action, 'side', h.actor_side,
      'from_status', h.from_status, 'to_status', h.to_status, 'version', h.version) order by h.seq)
      filter (where h.seq is not null) as steps`;
    const acts = await sql<Life>`
      select a.id, a.status, a.version, a.deleted_at is not null as deleted, a.annulment_requested_by as asked_by, ${steps}
      from acts a left join act_history h on h.company_id = a.company_id and h.act_id = a.id
      group by a.company_id, a.id order by a.id`.execute(db);
    const documents = await sql<Life & { type: PaperType }>`
      select d.id, d.type, d.status, d.version, false as deleted, null as asked_by, ${steps}
      from documents d left join document_history h on h.company_id = d.company_id and h.document_id = d.id
      group by d.company_id, d.id order by d.id`.execute(db);
    const papers = await sql<Pick<Life, 'id' | 'status' | 'steps'>>`
      select e.id, e.status, jsonb_agg(jsonb_build_object('action', h.action, 'side', h.actor_side,
        'from_status', h.from_status, 'to_status', h.to_status) order by h.id) filter (where h.id is not null) as steps
      from esf_documents e left join esf_history h on h.company_id = e.company_id and h.esf_id = e.id
      group by e.company_id, e.id order by e.id`.execute(db);
    const nextOfAct: Next = (from, action, side) =>
      actTable.next(from as ActStatus, action as ActAction, side as ActSide);
    const nextOfDocument =
      (type: PaperType): Next =>
      (from, action, side) =>
        nextOfPaper(type, from as DocumentStatus, action as DocumentAction, side as DocumentSide);
    const nextOfEsf: Next = (from, action, side) =>
      esfTable.next(from as EsfStatus, action as EsfAction, side as EsfSide);
    return {
      checked: acts.rows.length + documents.rows.length + papers.rows.length,
      faults: [
        ...acts.rows.flatMap((life) => faultsOf(life, nextOfAct).map((fault) => `act ${life.id}: ${fault}`)),
        ...documents.rows.flatMap((life) =>
          faultsOf(life, nextOfDocument(life.type)).map((fault) => `contract ${life.id}: ${fault}`),
        ),
        ...papers.rows.flatMap(({ id, ...paper }) =>
          faultsOfPaper(paper, nextOfEsf).map((fault) => `electronic paper ${id}: ${fault}`),
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
  const gap = steps.findIndex((step, i) => step.seq !== i + 1);
  if (gap !== -1) return [...faults, `step ${gap + 1} of its history is missing`];
  faults.push(...faultsOfSteps(steps, next));
  const status = last.to_status;
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

/** Its steps have no numbers: one that is missing shows in the next, which begins from elsewhere. */
function faultsOfPaper({ status, steps }: Pick<Life, 'status' | 'steps'>, next: Next): string[] {
  const [first, last] = [steps?.[0], steps?.at(-1)];
  if (!first || !last) return ['has no history'];
  return [
    ...(first.action === 'issue' && first.from_status === null ? [] : [`begins with ${first.action}`]),
    ...faultsOfSteps(steps!, next),
    ...(last.to_status === status ? [] : [`is ${status}, its history says ${last.to_status}`]),
  ];
}

function faultsOfSteps(steps: readonly Step[], next: Next): string[] {
  return steps.slice(1).flatMap((step, i) => {
    const status = steps[i]!.to_status;
    const faults: string[] = [];
    if (step.from_status !== status)
      faults.push(`step ${i + 2} begins from ${step.from_status}, not ${status}`);
    if (next(status, step.action, step.side) !== step.to_status)
      faults.push(
        `step ${i + 2}, ${step.action} by ${step.side}, cannot lead from ${status} to ${step.to_status}`,
      );
    return faults;
  });
}
