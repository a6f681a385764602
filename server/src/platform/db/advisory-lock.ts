/** What one process of all does at a time. New ones stand at the end: processes of two versions run side by side. */
const LOCKS = [
  'migrations',
  'sweep_files',
  'seed',
  'base_backup',
  'log_backup',
  'restore_drill',
  'throw_away',
  'relay_changes',
] as const;

/** The number of an advisory lock, for `pg_advisory_lock` and its kin. */
export const lockOf = (work: (typeof LOCKS)[number]): number => 4400 + LOCKS.indexOf(work);
