import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { useTextByCode } from '../../platform/i18n.ts';

/** What a run is called; those of the deeds of acts are named beside the other words of these deeds. */
export function useRunName(): (kind: RunKind | undefined) => string {
  const states = useTextByCode('states');
  const jobs = useTextByCode('jobs');
  return (kind) => states(`act_run.${kind}`, jobs(kind ? `kind.${kind}` : 'title', ''));
}
