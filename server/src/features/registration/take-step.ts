import type { RegistrationProgress } from '@kelisim/shared/features/registration/registration.contract.ts';
import {
  registrationPath,
  registrationSide,
  registrationTable,
  type RegistrationAction,
  type RegistrationSide,
  type RegistrationStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/registration.ts';
import ru from '@kelisim/shared/texts/ru/registration.ts';
import type { Parts } from '../../parts.ts';
import { macsOf } from '../../platform/keyring.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { keyHash } from './registration-key.ts';
import {
  addHistory,
  lockByKey,
  setRegistration,
  type KeyedRegistration,
  type RegistrationChange,
  type RegistrationRow,
} from './registration.queries.ts';

/** Who takes a step: their key, and from which address. */
export interface StepCaller {
  hash_key: string;
  ip: string;
  locale: Locale;
}

/** What is taken. `input` tells a repeat from another try; only a keyed hash of it is kept, and only until the next step. */
export interface Step {
  action: RegistrationAction;
  input: unknown;
}

function sideOf(row: RegistrationRow): RegistrationSide {
  return registrationSide(row.kind, row.need_sign_contract);
}

export function toProgress(row: KeyedRegistration): RegistrationProgress {
  return {
    stage: row.stage,
    kind: row.kind,
    user_id: row.user_id,
    need_sign_contract: row.need_sign_contract,
    redirect_url: registrationPath(row.kind, row.stage),
    expires_at: row.expires_at.toISOString(),
  };
}

export function wrongStage(row: RegistrationRow, locale: Locale): Problem {
  const data = { stage: row.stage, redirect_url: registrationPath(row.kind, row.stage) };
  return new Problem('registration.wrong_stage', {
    values: { stage: { ru, kz }[locale].stage[row.stage] },
    body: { data },
  });
}

/**
 * One step of a registration, under its lock: may it happen from this stage → what it changes → the next stage and its
 * history. The same step again is answered the same; any other out of turn is refused with the stage.
 */
export async function takeStep(
  parts: Pick<Parts, 'db' | 'config'>,
  caller: StepCaller,
  step: Step,
  apply: (tx: Tx, row: KeyedRegistration) => Promise<RegistrationChange>,
): Promise<RegistrationProgress> {
  return parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockByKey(tx, keyHash(caller.hash_key)));
    if (registrationTable.next(row.stage, step.action, sideOf(row)) === null) {
      if (isRepeat(parts, row, step)) return toProgress(row);
      throw wrongStage(row, caller.locale);
    }
    const change = await apply(tx, row);
    await moveRegistration(tx, row, step.action, {
      ...change,
      last_input: inputHash(parts, step),
    });
    const now = await lockByKey(tx, keyHash(caller.hash_key));
    return toProgress(now!);
  });
}

/** Changes the stage by the table and writes the history; nothing else sets a stage. */
export async function moveRegistration(
  tx: Tx,
  row: RegistrationRow,
  action: RegistrationAction,
  change: RegistrationChange,
  by: { side: RegistrationSide; user_id: number | null } = { side: sideOf(row), user_id: null },
): Promise<RegistrationStage> {
  const stage = registrationTable.next(row.stage, action, by.side);
  if (stage === null) throw new Error(`no ${action} of ${by.side} from ${row.stage}`);
  await setRegistration(tx, row.id, { last_input: null, ...change, stage, last_action: action });
  await addHistory(tx, row.id, {
    action,
    side: by.side,
    from_stage: row.stage,
    to_stage: stage,
    user_id: by.user_id,
  });
  return stage;
}

export function isRepeat(parts: Pick<Parts, 'config'>, row: RegistrationRow, step: Step): boolean {
  const { last_action, last_input } = row;
  return last_action === step.action && inputHashes(parts, step).some((hash) => last_input?.equals(hash));
}

export const inputHash = (parts: Pick<Parts, 'config'>, step: Step): Buffer => inputHashes(parts, step)[0];

/** What was typed as the present key has it, then as former ones had. */
function inputHashes({ config }: Pick<Parts, 'config'>, { action, input }: Step): [Buffer, ...Buffer[]] {
  return macsOf(config, 'registration-steps', JSON.stringify([action, input]));
}
