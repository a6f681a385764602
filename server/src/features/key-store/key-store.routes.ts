import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { deleteKeyFile, findKeyFile, setKeyFile } from './key-store.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

type Names = Extract<keyof Handlers, `key_store.${string}`>;

export const keyStoreContext = (user_id: number) => `key-store:${user_id}`;

/** The caller's own key file, kept for signing on another device. What opens it stays with its owner. */
export function keyStoreRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, config } = parts;
  const ring = makeKeyring(config, 'key-store');
  return {
    'key_store.load': async ({ files, actor }) => {
      const file = await checkUpload(parts, files.file!);
      const sealed = ring.seal(keyStoreContext(actor.user_id), Buffer.from(file.bytes));
      const row = await setKeyFile(db, actor.user_id, { file_name: file.name, sealed });
      return { file_name: row.file_name, created_at: row.created_at.toISOString() };
    },
    'key_store.get': async ({ input, actor }) => {
      if (input.params.user_id !== actor.user_id) throw new Problem('not_found');
      const row = orNotFound(await findKeyFile(db, actor.user_id));
      return {
        file_name: row.file_name,
        created_at: row.created_at.toISOString(),
        pkcs12: ring.open(keyStoreContext(actor.user_id), row.sealed).toString('base64'),
      };
    },
    'key_store.delete': async ({ input, actor, locale }) => {
      if (input.params.user_id !== actor.user_id) throw new Problem('not_found');
      await deleteKeyFile(db, actor.user_id);
      return { message: { ru, kz }[locale].deleted };
    },
  };
}

export const sealedKeyFiles: SealedColumn = {
  purpose: 'key-store',
  table: 'key_stores',
  key: 'user_id',
  column: 'sealed',
  of: ['user_id'],
  context: ({ user_id }) => keyStoreContext(Number(user_id)),
};
