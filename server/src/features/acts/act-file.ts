import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { drawAct, readPaper } from './act-paper.ts';
import { findSignedFile } from '../signatures/public.ts';
import { findActRow } from './acts.queries.ts';

/** States in which the maker may still change the act: it is drawn at each request, with an id that belongs to nothing. */
const CHANGING: readonly ActStatus[] = ['draft', 'returned'];
const PREVIEW_ID = '0000000000000000';

/** Whether this actor is the one who makes the next version of the act. */
export function isStillChanging(actor: CompanyActor, { status }: { status: ActStatus }): boolean {
  return actor.role === 'business' && CHANGING.includes(status);
}

/** The PDF of an act: the frozen bytes, or for its maker a preview of what would be frozen. */
export async function readActFile(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
): Promise<{ bytes: Uint8Array; name: string }> {
  const act = orNotFound(await findActRow(parts.db, actor, act_id));
  const name = `act-${act.number}-${act.year}.pdf`;
  if (isStillChanging(actor, act)) {
    const paper = await readPaper(parts.db, act);
    return { bytes: await drawAct(parts, parts.db, paper, PREVIEW_ID, act.updated_at), name };
  }
  const file =
    act.frozen_file_id === null ? null : await findSignedFile(parts.db, act.company_id, act.frozen_file_id);
  if (!file) throw new Problem('act.no_file');
  return { bytes: await readFileOf(parts.store, file), name };
}
