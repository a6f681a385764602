import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { parseLsn, readChunkName, segmentStart } from './log-chunks.ts';
import { listManifests, type Manifest } from './manifest.ts';

/** However old they are: the last backup may turn out to be the damaged one. */
const ALWAYS_KEPT = 2;
const DAY_MS = 86_400_000;

/**
 * Removes base backups that ended more than `keep_days` ago, save one that is still needed to restore to every moment
 * since then, and the log before the oldest one that is kept. Files are kept: they are written once, and rows that were
 * restored may name them.
 */
export async function removeOldBackups(
  target: BackupTarget,
  keep_days: number,
  now: Date,
): Promise<{ removed: string[] }> {
  const all = await listManifests(target);
  const limit = now.getTime() - keep_days * DAY_MS;
  const is_old = ({ ended_at }: Manifest) => new Date(ended_at).getTime() < limit;
  const last_old = all.findLastIndex(is_old);
  const kept_from = Math.max(0, Math.min(last_old, all.length - ALWAYS_KEPT));
  const removed = all.slice(0, kept_from);
  const [oldest] = all.slice(kept_from);
  await removeUnfinished(target, all.at(-1)?.id ?? '');
  if (!oldest || removed.length === 0) return { removed: [] };
  // The manifest first: what is half removed must not be taken for a backup.
  for (const { id } of removed) {
    await target.delete(`base/${id}/manifest.json`);
    for (const name of await target.list(`base/${id}/`)) await target.delete(name);
  }
  const needed_from = segmentStart(parseLsn(oldest.start_lsn));
  for (const name of await target.list('log/')) {
    const chunk = readChunkName(name);
    if (!chunk || chunk.at >= new Date(oldest.started_at)) continue;
    const is_own = chunk.system_id === oldest.system_id && chunk.timeline === oldest.timeline;
    if (!is_own || chunk.end <= needed_from) await target.delete(name);
  }
  return { removed: removed.map(({ id }) => id) };
}

/** What a backup left behind that was broken off, once a later one was finished. One of an earlier format stays. */
async function removeUnfinished(target: BackupTarget, newest: string): Promise<void> {
  const names = await target.list('base/');
  const idOf = (name: string) => name.split('/')[1] ?? '';
  const finished = new Set(names.filter((name) => name.endsWith('/manifest.json')).map(idOf));
  for (const name of names) {
    const id = idOf(name);
    if (id < newest && !finished.has(id)) await target.delete(name);
  }
}
