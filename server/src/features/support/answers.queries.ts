import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

const COLUMNS = ['id', 'title', 'text_ru', 'text_kz'] as const;

export interface AnswerWords {
  title: string;
  text_ru: string;
  text_kz: string;
}

export function listAnswers(db: Handle) {
  return db
    .selectFrom('support_answers')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy(sql`kz_sort_key(title) collate "C"`)
    .orderBy('id')
    .execute();
}

export function addAnswer(db: Handle, words: AnswerWords, updated_by: number) {
  return db
    .insertInto('support_answers')
    .values({ ...words, updated_by })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function setAnswer(db: Handle, id: number, words: AnswerWords, updated_by: number) {
  return db
    .updateTable('support_answers')
    .set({ ...words, updated_by, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Undefined when there never was one. */
export function restoreAnswer(db: Handle, id: number, updated_by: number) {
  return db
    .updateTable('support_answers')
    .set({ deleted_at: null, updated_by })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** False when there never was one; the first time stays. */
export function deleteAnswer(db: Handle, id: number, updated_by: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('support_answers')
      .set({ deleted_at: sql`coalesce(deleted_at, now())`, updated_by })
      .where('id', '=', id)
      .returning('id'),
  );
}
