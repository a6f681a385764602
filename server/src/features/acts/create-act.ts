import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addAct, addHistory } from './acts.queries.ts';
import { readActInput } from './read-act-input.ts';

export interface Origin {
  action: 'create' | 'copy' | 'import';
  import_run_id?: number;
  import_row?: number;
}

/** A new draft with its number, and the first line of its history. */
export async function createAct(
  tx: Tx,
  actor: CompanyActor,
  input: ActInput,
  origin: Origin = { action: 'create' },
): Promise<{ id: number; number: string }> {
  const content = await readActInput(tx, actor, input);
  const { action, ...from } = origin;
  const act = await addAct(tx, actor, content, {
    auto_generate: input.auto_generate ?? false,
    is_copy: action === 'copy',
    ...from,
  });
  await addHistory(tx, actor.company_id, act.id, {
    action,
    side: 'business',
    user_id: actor.user_id,
    company_id: actor.company_id,
    from_status: null,
    to_status: 'draft',
    version: 1,
    note: null,
    content_hash: null,
    means: null,
    ip: null,
  });
  return { id: act.id, number: `${act.number}/${act.year}` };
}
