import { createWorkerPool, WorkerFailed } from '../worker-pool.ts';
import type { FileTasks } from './file-worker.ts';
import type { MendedPicture } from './mend-picture.ts';

/** What is read of files of strangers that no port has a reader of its own for; in a thread with limits. */
export interface FileChecks {
  /** The picture alone, without what else was in its file; says what is wrong when there is none. */
  mendPicture(kind: 'jpeg' | 'png', bytes: Uint8Array): Promise<MendedPicture>;
  /** Is it a key file (PKCS#12) that a password opens? */
  isKeyFile(bytes: Uint8Array): Promise<boolean>;
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
  return {
    mendPicture: (kind, bytes) =>
      pool
        .run('mendPicture', { kind, bytes })
        .catch((error: unknown) =>
          isFaultOfFile(error) ? { status: 'refused', code: 'picture_broken' } : raise(error),
        ),
    isKeyFile: (bytes) =>
      pool.run('isKeyFile', bytes).catch((error: unknown) => (isFaultOfFile(error) ? false : raise(error))),
    close: () => pool.close(),
  };
}

function isFaultOfFile(error: unknown): boolean {
  return error instanceof WorkerFailed && error.reason !== 'closed';
}

function raise(error: unknown): never {
  throw error;
}
