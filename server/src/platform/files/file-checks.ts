import { createWorkerPool, WorkerFailed } from '../worker-pool.ts';
import type { FileTasks } from './file-worker.ts';
import type { MendedPicture } from './mend-picture.ts';

/** What is read of files of strangers that no port has a reader of its own for; in a thread with limits. */
export interface FileChecks {
  /** The picture alone, without what else was in its file; says what is wrong when there is none. */
  mendPicture(kind: 'jpeg' | 'png', bytes: Uint8Array): Promise<MendedPicture>;
  /** Is it a key file (PKCS#12) that a password opens? */
  isKeyFile(bytes: Uint8Array): Promise<boolean>;
  /** The binary form of what came as DER, PEM or base64; nothing when it is none of them. */
  unarmour(bytes: Uint8Array): Promise<Uint8Array>;
  /** Ends the thread. */
  close(): Promise<void>;
}

export function createFileChecks(): FileChecks {
  const pool = createWorkerPool<FileTasks>({
    script: new URL('./file-worker.ts', import.meta.url),
    size: 1,
    timeout_ms: 5_000,
    memory_mb: 96,
  });
  /** A check that runs out of time or memory means that the file is not what it should be. */
  async function judge<Verdict>(work: Promise<Verdict>, otherwise: Verdict): Promise<Verdict> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof WorkerFailed && error.reason !== 'closed') return otherwise;
      throw error;
    }
  }
  return {
    mendPicture: (kind, bytes) =>
      judge(pool.run('mendPicture', { kind, bytes }), { status: 'refused', code: 'picture_broken' }),
    isKeyFile: (bytes) => judge(pool.run('isKeyFile', bytes), false),
    unarmour: async (bytes) => (await judge(pool.run('unarmour', bytes), null)) ?? new Uint8Array(),
    close: () => pool.close(),
  };
}
