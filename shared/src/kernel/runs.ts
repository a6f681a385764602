import { z } from 'zod';
import { id, moment } from './fields.ts';

/**
 * `pending_proof`: a good signature is kept and waits for НУЦ РК; the row is told the end when it is there.
 * `stopped`: somebody stopped the work before it came to the row.
 */
export const ROW_STATUSES = ['waiting', 'ok', 'failed', 'pending_proof', 'stopped'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const RUN_STATES = ['running', 'done', 'failed', 'stopped'] as const;

/** How far a run has come; its feature says of what kind it is. */
export const runFields = {
  id,
  state: z.enum(RUN_STATES),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of those done: how many wait for a proof of НУЦ РК. */
  pending_proof: z.int(),
  /** It was interrupted and goes on by itself when this is back. */
  waits_for: z.enum(['database', 'files']).nullable(),
  /** It waits for its turn behind other runs. */
  is_queued: z.boolean(),
  created_at: moment,
  finished_at: moment.nullable(),
};

/**
 * The answer of every bulk call: a row per id; the run goes on by itself when `state` is still `running`. Of more than a
 * thousand there are no rows here: they are read page by page (`jobs.rows`).
 */
export const bulkAnswer = z.object({
  run_id: id,
  state: z.enum(RUN_STATES),
  items: z.array(
    z.object({
      act_id: id,
      status: z.enum(ROW_STATUSES),
      code: z.string().nullable(),
      message: z.string(),
    }),
  ),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** Of a signing: what came of it as a whole. `errors` are the rows that were refused. */
export const signingAnswer = bulkAnswer.extend({
  success: z.boolean(),
  signed_count: z.int(),
  errors: z.array(z.object({ id, code: z.string(), message: z.string() })),
});
export type SigningAnswer = z.output<typeof signingAnswer>;
