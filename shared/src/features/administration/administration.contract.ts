import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, id, moment } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { SECURITY_EVENTS } from '../auth/security-events.ts';
import { HEALTH_QUEUES } from './health-queues.ts';

const auditRow = z.object({
  id,
  kind: z.enum(SECURITY_EVENTS),
  user: z.object({ id, full_name: z.string() }),
  /** Who did it; null: the person concerned, or someone who tried to be them. */
  by: z.object({ id, full_name: z.string() }).nullable(),
  company: z.object({ id, name: z.string() }).nullable(),
  /** What the event was about; words and numbers, never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  ip: z.string().nullable(),
  created_at: moment,
});
export type AuditRow = z.output<typeof auditRow>;

const chain = z.object({
  holds: z.boolean(),
  /** Events under seal. */
  sealed: z.int(),
  /** Events of the last seconds that no seal is on yet. */
  waiting: z.int(),
  /** When the first event under seal happened. */
  since: moment.nullable(),
  last_sealed_at: moment.nullable(),
  /** The first events that are not as they were sealed. */
  broken: z.array(z.object({ event_id: id, fault: z.enum(['changed', 'missing', 'seal']) })),
});

export const HEALTH_PARTS = [
  'database',
  'database_owner',
  'files',
  'ocsp',
  'tsp',
  'sms',
  'mail',
  'banks',
  'esf',
  'register',
  'pdf',
  'docx',
  'docx_to_pdf',
  'virus_scanner',
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** Why the trial of a restore failed, for whoever does not read the words of the command. */
export const TRIAL_FAULTS = [
  'invariants',
  'chain',
  'none',
  'key',
  'foreign',
  'damaged',
  'log',
  'settings',
  'away',
  'room',
  'database',
  'broke_off',
] as const;
export type TrialFault = (typeof TRIAL_FAULTS)[number];

const health = z.object({
  parts: z.array(
    z.object({
      part: z.enum(HEALTH_PARTS),
      /** `off`: not connected, or there was nothing yet to try it with. */
      state: z.enum(['ok', 'failed', 'off']),
      /** The words of the thing itself. */
      says: z.string().nullable(),
      took_ms: z.int().nullable(),
    }),
  ),
  /** How old the backups are, whichever process makes them; null: there was none yet. */
  backups: z.object({
    base_ended_at: moment.nullable(),
    /** All that was done before this moment is copied. */
    log_copied_at: moment.nullable(),
    /** The last trial of a restore, with the words of the command; `fault` is null too for what an earlier version tried. */
    trial: z
      .object({
        ended_at: moment,
        failure: z.string().nullable(),
        fault: z.enum(TRIAL_FAULTS).nullable(),
      })
      .nullable(),
  }),
  /** Of НУЦ РК, whom signatures are checked against. */
  certificates: z.array(z.object({ name: z.string(), valid_until: moment, days_left: z.int() })),
  /** People whose own certificate ends within thirty days. */
  people_whose_certificate_ends: z.int(),
  /** All that run, and those that died within a day. */
  processes: z.array(
    z.object({
      host: z.string(),
      pid: z.int(),
      role: z.enum(['all', 'web', 'worker']),
      version: z.string(),
      started_at: moment,
      seen_at: moment,
      /** Not seen for a minute, though it did not leave: dead, or without the database. */
      is_silent: z.boolean(),
      /** How far its clock is ahead of the database's. */
      clock_ahead_s: z.int(),
    }),
  ),
  /** What looks for work again and again, whichever process does; of several the worst. */
  watchers: z.array(
    z.object({
      name: z.string(),
      every_ms: z.int(),
      ended_at: moment.nullable(),
      is_late: z.boolean(),
      failures: z.int(),
      last_error: z.string().nullable(),
    }),
  ),
  queues: z.array(z.object({ of: z.enum(HEALTH_QUEUES), count: z.int(), oldest_s: z.int() })),
  /** The last 24 hours; null in an hour that nobody looked at. */
  hours: z.array(
    z.object({
      began_at: moment,
      /** The fewest that lived. */
      processes: z.int().nullable(),
      /** Parts that failed at least once. */
      failed: z.array(z.enum(HEALTH_PARTS)).nullable(),
      queues: z.array(z.object({ of: z.enum(HEALTH_QUEUES), most: z.int() })).nullable(),
    }),
  ),
});
export type Health = z.output<typeof health>;

const administratorCall = callsOf({ access: { who: 'platform', right: 'users' } });

export const administrationCalls = {
  'administration.audit_chain': administratorCall('GET /api/v1/admin/audit/chain', {
    summary: 'Verify the audit log’s chain of seals and say since when it holds',
    answer: chain,
  }),
  'administration.health': administratorCall('GET /api/v1/admin/health', {
    summary: 'Check now everything the product depends on',
    answer: health,
  }),
  'administration.import_kato': administratorCall('POST /api/v1/admin/kato', {
    summary: 'Replace the list of places (КАТО) with the official one, in one transaction',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['xlsx'] } },
    answer: z.object({ places: z.int() }),
  }),
  'administration.audit': defineCall('GET /api/v1/admin/audit', {
    access: { who: 'platform', right: 'users' },
    summary: 'List security events of all accounts and actions of administrators, newest first',
    query: z.strictObject({
      ...pageQuery,
      /** Whose account it happened to. */
      user_id: id.optional(),
      /** Who did it; also for what users did to their own account. */
      by_user_id: id.optional(),
      company_id: id.optional(),
      /** Days of Almaty, both of them with it. */
      date_from: date.optional(),
      date_to: date.optional(),
      kind: z.enum(SECURITY_EVENTS, 'field.choice').optional(),
    }),
    answer: pageOf(auditRow),
  }),
};
