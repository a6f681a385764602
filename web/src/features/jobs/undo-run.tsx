import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { UNDONE_BY } from '@kelisim/shared/features/jobs/undone-by.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../platform/i18n.ts';
import { undoRun } from './runs.data.ts';

interface UndoRunProps {
  run: Run;
  /** The run that takes it back was started. */
  onUndone?: ((run_id: number) => void) | undefined;
}

/** Takes back what a work that is over has done, as long as the work is listed. */
export function UndoRun({ run, onUndone }: UndoRunProps) {
  const t = useTexts('ui');
  const undo = useMutation({ mutationFn: () => undoRun(run.id), onSuccess: (id) => onUndone?.(id) });
  const can = run.state !== 'running' && run.done > run.failed && UNDONE_BY[run.kind] !== undefined;
  if (!can) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {t('undo.deed')}
    </Button>
  );
}
