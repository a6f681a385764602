import type { BackupSettings } from '../../platform/backup/backup-settings.ts';
import { folderTarget } from './folder/folder-target.ts';
import type { BackupTarget } from './backup-target.ts';

/** Where the settings say that backups go. The library of S3 is only loaded where there is one. */
export async function openBackupTarget({ to }: Pick<BackupSettings, 'to'>): Promise<BackupTarget> {
  if ('folder' in to) return folderTarget(to.folder);
  const { bucketTarget } = await import('./bucket/bucket-target.ts');
  return bucketTarget(to.s3, to.prefix);
}
