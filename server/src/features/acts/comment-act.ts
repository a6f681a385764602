import type { ActComment } from '@kelisim/shared/features/acts/act-comments.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { findActRow, findShownAct, lockAct } from './acts.queries.ts';
import { addComment, listComments, markRead } from './comments.queries.ts';

export async function getComments(db: Handle, actor: CompanyActor, act_id: number): Promise<ActComment[]> {
  const act = orNotFound(await findActRow(db, actor, act_id));
  const rows = await listComments(db, { company_id: act.company_id, act_id }, actor.user_id);
  return rows.map((row) => ({
    id: row.id,
    act_id,
    seq: row.seq,
    comment: row.comment,
    side: row.side,
    user_id: row.user_id,
    user_name: row.user_name,
    company_name: row.company_name,
    is_own: row.user_id === actor.user_id,
    // Of a program of the other side no name is told.
    api_key: row.author_company_id === actor.company_id ? row.api_key : null,
    is_unread: row.is_unread,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** Both sides see it; of a draft the other side sees it with the act. Whoever answers has read what they answer. */
export async function commentAct(
  db: Database,
  actor: CompanyActor,
  act_id: number,
  comment: string,
): Promise<ActComment> {
  const seq = await db.transaction().execute(async (tx) => {
    const act = orNotFound(await lockAct(tx, actor, act_id));
    return addComment(tx, { company_id: act.company_id, act_id }, actor, comment.trim());
  });
  const comments = await getComments(db, actor, act_id);
  return comments.find((one) => one.seq === seq)!;
}

/** Marks the comments up to this one as read by the user; returns how many are unread. */
export async function readComments(
  db: Handle,
  actor: CompanyActor,
  act_id: number,
  seq: number,
): Promise<number> {
  const act = orNotFound(await findActRow(db, actor, act_id));
  await markRead(db, { company_id: act.company_id, act_id }, actor.user_id, seq);
  return orNotFound(await findShownAct(db, actor, act_id)).comments_unread;
}
