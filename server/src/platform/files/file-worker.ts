import { unarmour } from '@kelisim/eds/asn1/armour.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { serveTasks } from '../serve-tasks.ts';
import { mendPicture, type MendedPicture } from './mend-picture.ts';

/** Runs in a worker thread: a key file may ask for more rounds of hashing than anybody can wait for. */
const tasks = {
  mendPicture: ({ kind, bytes }: { kind: 'jpeg' | 'png'; bytes: Uint8Array }): MendedPicture =>
    mendPicture(kind, bytes),

  /** Nobody's password is asked for: a key file that wants another one than an empty one is what there should be. */
  async isKeyFile(bytes: Uint8Array): Promise<boolean> {
    const opened = await openPkcs12(bytes, '');
    return opened.status === 'ok' || opened.reason === 'wrong_password';
  },

  unarmour: (bytes: Uint8Array): Uint8Array | null => unarmour(bytes),
};
export type FileTasks = typeof tasks;

serveTasks(tasks);
