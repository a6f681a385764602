import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { sql } from 'kysely';
import { deriveKey } from '../../platform/config.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Parts } from '../../parts.ts';

type Names = Extract<keyof Handlers, `key_store.${string}`>;

/** The caller's own key file, kept for signing on another device. What opens it stays with its owner. */
export function keyStoreRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, config } = parts;
  const key = deriveKey(config.master_key, 'key-store');
  const contextOf = (user_id: number) => `key-store:${user_id}`;
  return {
    'key_store.load': async ({ files, actor }) => {
      const file = await checkUpload(parts, files.file!);
      const sealed = seal(key, contextOf(actor.user_id), Buffer.from(file.bytes));
      const values = { file_name: file.name, sealed };
      const row = await db
        .insertInto('key_stores')
        .values({ user_id: actor.user_id, ...values })
        .onConflict((oc) => oc.column('user_id').doUpdateSet({ ...values, created_at: sql`now()` }))
        .returning(['file_name', 'created_at'])
        .executeTakeFirstOrThrow();
      return { file_name: row.file_name, created_at: row.created_at.toISOString() };
    },
    'key_store.get': async ({ input, actor }) => {
      if (input.params.user_id !== actor.user_id) throw new Problem('not_found');
      const row = await db
        .selectFrom('key_stores')
        .selectAll()
        .where('user_id', '=', actor.user_id)
        .executeTakeFirst();
      if (!row) throw new Problem('not_found');
      return {
        file_name: row.file_name,
        created_at: row.created_at.toISOString(),
        pkcs12: unseal(key, contextOf(actor.user_id), row.sealed).toString('base64'),
      };
    },
    'key_store.delete': async ({ input, actor, locale }) => {
      if (input.params.user_id !== actor.user_id) throw new Problem('not_found');
      await db.deleteFrom('key_stores').where('user_id', '=', actor.user_id).execute();
      return { message: { ru, kz }[locale].deleted };
    },
  };
}
