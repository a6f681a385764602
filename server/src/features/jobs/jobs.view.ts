import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { findRun, listRunRows } from './jobs.queries.ts';

type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;
type ItemRow = Awaited<ReturnType<typeof listRunRows>>[number];

export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind as RunKind,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    pending_proof: row.pending_proof,
    waits_for: row.waits_for,
    is_queued: row.is_queued,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    api_key: row.api_key,
  };
}

/** The sentence of a row: why it failed, or the word for its state. */
export function rowMessage(row: Pick<ItemRow, 'status' | 'code' | 'detail'>, locale: Locale): string {
  if (row.code) return problemText(row.code as ProblemCode, locale, row.detail as ProblemDetail | null);
  return { ru, kz }[locale].row[row.status];
}
