import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { diskFileStore } from './disk/disk-file-store.ts';
import type { FileStore } from './file-store.ts';

/** Where the settings say that files lie. The library of S3 is only loaded where there is one. */
export async function openFileStore({ s3, data_dir }: Pick<Config, 's3' | 'data_dir'>): Promise<FileStore> {
  if (!s3) return diskFileStore(join(data_dir, 'files'));
  const { s3FileStore } = await import('./s3/s3-file-store.ts');
  return s3FileStore(s3);
}
