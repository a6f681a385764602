import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { id, lines, moment } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { bulkAnswer, ROW_STATUSES, RUN_STATES, runFields } from '../../kernel/runs.ts';
import { ACT_MANY_DEEDS, type ActDeedRun } from '../acts/act-status.ts';
import { GOES_ON_IN_ITSELF, OTHER_RUNS } from './run-kinds.ts';
import { UNDONE_BY } from './undone-by.ts';
import { RUN_JOB, WATCHED_JOBS } from './watched-jobs.ts';

export const RUN_KINDS = [
  ...ACT_MANY_DEEDS.map((deed): ActDeedRun => `acts.${deed}`),
  ...OTHER_RUNS,
] as const;
export const run = z.object({
  ...runFields,
  kind: z.enum(RUN_KINDS),
  /** The name of the API key that started it; null of what a person started. */
  api_key: z.string().nullable(),
});
export type Run = z.output<typeof run>;

export const runRow = z.object({
  position: z.int(),
  /** Act or document the row is about; null for a spreadsheet row that made nothing. */
  subject_id: id.nullable(),
  label: z.string(),
  status: z.enum(ROW_STATUSES),
  code: z.string().nullable(),
  message: z.string(),
});
export type RunRow = z.output<typeof runRow>;

const adminRun = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of those failed: by an error of ours and not for a reason that the person was told. */
  failed_by_us: z.int(),
  company_name: z.string(),
  by_name: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
  /** When the last row of it was done. */
  last_done_at: moment.nullable(),
  /** Not over, and nothing was done for minutes. */
  is_stuck: z.boolean(),
  may_run_again: z.boolean(),
});
export type AdminRun = z.output<typeof adminRun>;

const setAsideJob = z.object({
  id,
  job: z.enum([RUN_JOB, ...WATCHED_JOBS]),
  /** Of a run. */
  run_kind: z.enum(RUN_KINDS).nullable(),
  /** Number of the run, or of what the watcher works on. */
  subject_id: id,
  company_name: z.string().nullable(),
  /** The words of the error. */
  reason: z.string(),
  failures: z.int(),
  first_failed_at: moment,
  last_failed_at: moment,
});
export type SetAsideJob = z.output<typeof setAsideJob>;

const jobParams = z.strictObject({ job_id: id });

const deskCall = callsOf({ access: { who: 'platform', right: 'users' } });
const readCall = callsOf({ access: { who: 'user' }, scope: 'jobs:read' });

export const jobsCalls = {
  'jobs.admin_list': deskCall('GET /api/v1/admin/jobs', {
    summary: 'List runs of all users, newest first; or only stuck ones and internal failures',
    query: z.strictObject({ ...pageQuery, troubled: z.boolean().default(false) }),
    answer: pageOf(adminRun),
  }),
  'jobs.run_again': deskCall('POST /api/v1/admin/jobs/{run_id}/run-again', {
    summary: 'Restart a stuck run and retry rows that failed internally; finished rows stay',
    params: z.strictObject({ run_id: id }),
    answer: adminRun,
  }),
  'jobs.set_aside': deskCall('GET /api/v1/admin/set-aside-jobs', {
    summary: 'List runs and jobs of watchers that failed many times and are not tried any more, oldest first',
    query: z.strictObject({ ...pageQuery }),
    answer: pageOf(setAsideJob),
  }),
  'jobs.try_set_aside': deskCall('POST /api/v1/admin/set-aside-jobs/{job_id}/try', {
    summary: 'Retry a job that was set aside; its failures are counted from zero',
    params: jobParams,
    answer: z.object({}),
  }),
  'jobs.close_set_aside': deskCall('POST /api/v1/admin/set-aside-jobs/{job_id}/close', {
    summary: 'Give up a run that was set aside; rows that still wait are left undone',
    params: jobParams,
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: z.object({}),
  }),
  'jobs.list': readCall('GET /api/v1/jobs', {
    summary: 'List the user’s runs, newest first',
    query: z.strictObject({ ...pageQuery }),
    answer: pageOf(run),
  }),
  'jobs.get': readCall('GET /api/v1/jobs/{run_id}', {
    summary: 'Get the progress of a run',
    params: z.strictObject({ run_id: id }),
    answer: run,
  }),
  'jobs.stop': userCall('POST /api/v1/jobs/{run_id}/stop', {
    summary: 'Stop a run: finished rows stay, waiting rows are left; idempotent',
    params: z.strictObject({ run_id: id }),
    answer: run,
  }),
  'jobs.go_on': userCall('POST /api/v1/jobs/{run_id}/go-on', {
    summary: `Resume a run (${GOES_ON_IN_ITSELF.join(', ')}): retries failed and stopped rows, finished ones stay; idempotent`,
    params: z.strictObject({ run_id: id }),
    body: z.strictObject({ rows: z.enum(['failed', 'stopped'], 'field.choice') }),
    answer: run,
  }),
  'jobs.undo': userCall('POST /api/v1/jobs/{run_id}/undo', {
    summary: `Undo the finished rows of a run (${Object.keys(UNDONE_BY).join(', ')}) by another run`,
    params: z.strictObject({ run_id: id }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'jobs.rows': readCall('GET /api/v1/jobs/{run_id}/rows', {
    summary: 'List the results of a run’s rows',
    params: z.strictObject({ run_id: id }),
    query: z.strictObject({ ...pageQuery, only_failed: z.boolean().default(false) }),
    answer: pageOf(runRow),
  }),
};
