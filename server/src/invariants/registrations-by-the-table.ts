import {
  registrationTable,
  type RegistrationAction,
  type RegistrationSide,
  type RegistrationStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  id: number;
  stage: RegistrationStage;
  action: RegistrationAction | null;
  side: RegistrationSide;
  from_stage: RegistrationStage;
  to_stage: RegistrationStage;
  seq: number;
}

/** Between the confirmation of the number and the company everything is there or nothing is. */
const HALF = sql<{ id: number; what: string }>`
  select r.id, 'has come past its agreement without a company' as what
  from registrations r
  where r.stage in ('contract', 'verification', 'done') and r.company_id is null
  union all
  select r.id, 'is approved, and its company is ' || c.status || ' and its person ' || u.status
  from registrations r join companies c on c.id = r.company_id join users u on u.id = r.user_id
  where r.decision = 'approved' and r.stage in ('verification', 'done')
    and (c.status = 'waiting' or c.status = 'refused' or u.status = 'registering')
  union all
  select r.id, 'waits, and its company is ' || c.status
  from registrations r join companies c on c.id = r.company_id
  where r.decision = 'waiting' and r.stage = 'verification' and r.ended_at is null
    and c.status <> 'waiting'
  union all
  select r.id, 'has accepted no agreement'
  from registrations r
  where r.stage in ('contract', 'verification', 'done')
    and not exists (select 1 from consents k where k.user_id = r.user_id and k.kind = 'user_agreement')
  union all
  select r.id, 'is over and still has a living key'
  from registrations r
  where (r.stage = 'done' or r.ended_at is not null)
    and exists (select 1 from registration_keys k where k.registration_id = r.id and k.ended_at is null)`;

export const registrationsByTheTable: Invariant = {
  id: 'I17',
  title: 'a registration has come to its stage by allowed steps alone, and its company is whole or not there',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select r.id, r.stage, h.action, h.side, h.from_stage, h.to_stage, h.seq
      from registrations r left join registration_history h on h.registration_id = r.id
      order by r.id, h.seq`.execute(db);
    const faults: string[] = [];
    const all = Map.groupBy(rows, (row) => row.id);
    for (const [id, steps] of all) {
      let stage: RegistrationStage = 'phone';
      for (const [at, step] of steps.entries()) {
        if (step.action === null) continue;
        if (step.seq !== at + 1) faults.push(`registration ${id}: step ${at + 1} of its history is missing`);
        if (step.from_stage !== stage)
          faults.push(`registration ${id}: step ${step.seq} begins at ${step.from_stage}, not at ${stage}`);
        if (registrationTable.next(step.from_stage, step.action, step.side) !== step.to_stage)
          faults.push(
            `registration ${id}: step ${step.seq}, ${step.action} by ${step.side}, cannot lead from ${step.from_stage} to ${step.to_stage}`,
          );
        stage = step.to_stage;
      }
      if (stage !== steps[0]!.stage)
        faults.push(`registration ${id}: is at ${steps[0]!.stage}, its history says ${stage}`);
    }
    const half = await HALF.execute(db);
    for (const { id, what } of half.rows) faults.push(`registration ${id}: ${what}`);
    return { checked: all.size, faults };
  },
};
