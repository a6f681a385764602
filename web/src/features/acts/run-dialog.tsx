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
import { RunProgress } from './run-progress.tsx';
import { UndoRun, useRun, useRunName } from '../jobs/public.ts';
import { againKindOf, selectRows } from './runs.data.ts';
import type { AgainKind, MeantActs } from './runs.data.ts';

export interface RunDialogProps {
  run_id: number;
  actor: Actor;
  names: ReadonlyMap<number, string>;
  onClose: () => void;
  /** The same deed for what failed, or for what was left when the work was stopped. */
  onAgain: (kind: AgainKind, acts: MeantActs) => void;
  onSign: (acts: MeantActs) => void;
  /** The run that takes this one back. */
  onUndone: (run_id: number) => void;
}

/** Progress of a bulk deed over the list. Its run stands in the address, so the page may be closed and opened again. */
export default function RunDialog({
  run_id,
  actor,
  names,
  onClose,
  onAgain,
  onSign,
  onUndone,
}: RunDialogProps) {
  const ui = useTexts('ui');
  const t = useTexts('acts');
  const f = useFormats();
  const { data: known } = useRun(run_id);
  const runName = useRunName();
  const count = known?.total ?? 0;
  const kind = known && againKindOf(known.kind);
  const again = async (rows: 'failed' | 'stopped') => {
    if (kind) await withRows(run_id, rows, (acts) => onAgain(kind, acts));
  };
  return (
    <Window opened onClose={onClose} size="lg" title={runName(known?.kind)}>
      <RunProgress
        run_id={run_id}
        side={actor.side}
        title={t('bulk.count', { count, shown: f.number(count) })}
        names={names}
        onRetryFailed={kind ? () => void again('failed') : undefined}
        onGoOn={kind ? () => void again('stopped') : undefined}
        next={(run) => (
          <div className="k-row k-end k-above-16">
            {run.kind === 'acts.send' && run.done > run.failed && actor.rights.has('sign') && (
              <SignSent run={run} onSign={onSign} />
            )}
            <UndoRun run={run} onUndone={onUndone} />
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
  const count = run.done - run.failed;
  const sign = async () => {
    setBusy(true);
    await withRows(run.id, 'ok', onSign);
    setBusy(false);
  };
  return (
    <Button leftSection={<IconSignature size={16} aria-hidden />} loading={busy} onClick={() => void sign()}>
      {t('bulk.sign_sent', { count, shown: f.number(count) })}
    </Button>
  );
}

async function withRows(
  run_id: number,
  rows: 'ok' | 'failed' | 'stopped',
  then: (acts: MeantActs) => void,
): Promise<void> {
  try {
    then(await selectRows(run_id, rows));
  } catch (error) {
    toasts.error(errorText(error));
  }
}
