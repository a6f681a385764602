import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { toasts } from '../../ui/toasts.ts';
import type { Actor } from './actor.ts';
import { Window } from '../../ui/window.tsx';
import css from './acts.module.css';
import { RunProgress, runTitleKey } from './run-progress.tsx';
import { bulkKindOf, readSubjects, useRun } from './runs.data.ts';
import type { BulkKind } from './runs.data.ts';

export interface RunDialogProps {
  run_id: number;
  actor: Actor;
  names: ReadonlyMap<number, string>;
  onClose: () => void;
  onRetry: (kind: BulkKind, act_ids: number[]) => void;
  onSign: (act_ids: number[]) => void;
}

/** Progress of a bulk deed over the list. Its run stands in the address, so the page may be closed and opened again. */
export function RunDialog({ run_id, actor, names, onClose, onRetry, onSign }: RunDialogProps) {
  const ui = useTexts('ui');
  const t = useTexts('acts');
  const f = useFormats();
  const { data: known } = useRun(run_id);
  const count = known?.total ?? 0;
  const retry = async (run: Run) => {
    const kind = bulkKindOf(run.kind);
    if (kind) await withSubjects(run_id, 'failed', (ids) => onRetry(kind, ids));
  };
  return (
    <Window
      opened
      onClose={onClose}
      size="lg"
      title={t(runTitleKey(known))}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <RunProgress
        run_id={run_id}
        side={actor.side}
        title={t('bulk.count', { count, shown: f.number(count) })}
        names={names}
        onRetryFailed={(run) => void retry(run)}
        next={(run) => (
          <div className={css.dialogActions}>
            {run.kind === 'acts.send' && run.total > run.failed && actor.rights.has('sign') && (
              <SignSent run={run} onSign={onSign} />
            )}
            <Button variant="default" onClick={onClose}>
              {ui('close')}
            </Button>
          </div>
        )}
      />
    </Window>
  );
}

/** What was sent a moment ago is most often signed next. */
function SignSent({ run, onSign }: { run: Run; onSign: RunDialogProps['onSign'] }) {
  const t = useTexts('acts');
  const f = useFormats();
  const [busy, setBusy] = useState(false);
  const count = run.total - run.failed;
  const sign = async () => {
    setBusy(true);
    await withSubjects(run.id, 'ok', onSign);
    setBusy(false);
  };
  return (
    <Button leftSection={<IconSignature size={16} aria-hidden />} loading={busy} onClick={() => void sign()}>
      {t('bulk.sign_sent', { count, shown: f.number(count) })}
    </Button>
  );
}

async function withSubjects(run_id: number, status: 'ok' | 'failed', then: (ids: number[]) => void) {
  try {
    then(await readSubjects(run_id, status));
  } catch (error) {
    toasts.error(errorText(error));
  }
}
