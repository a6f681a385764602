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
  onClose: () => void;
  /** The same deed for what failed, or for what was left when the work was stopped. */
  onAgain: (kind: AgainKind, acts: MeantActs) => void;
  onSign: (acts: MeantActs) => void;
  /** Links for the executors of what was sent, who can sign without signing in. */
  onSendLinks: (acts: MeantActs) => void;
  /** The run that takes this one back. */
  onUndone: (run_id: number) => void;
}

/** Progress of a bulk deed over the list. Its run stands in the address, so the page may be closed and opened again. */
export default function RunDialog({
  run_id,
  actor,
  onClose,
  onAgain,
  onSign,
  onSendLinks,
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
        onRetryFailed={kind ? () => void again('failed') : undefined}
        onGoOn={kind ? () => void again('stopped') : undefined}
        next={(run) => (
          <div className="k-row k-end k-above-16">
            {run.kind === 'acts.send' && run.done > run.failed && (
              <AfterSending run={run} actor={actor} onSign={onSign} onSendLinks={onSendLinks} />
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

type AfterSendingProps = Pick<RunDialogProps, 'actor' | 'onSign' | 'onSendLinks'> & { run: Run };

/** What was sent a moment ago is signed next, by the company or by its executors. */
function AfterSending({ run, actor, onSign, onSendLinks }: AfterSendingProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const [busy, setBusy] = useState<'sign' | 'links' | null>(null);
  const count = run.done - run.failed;
  const begin = async (what: 'sign' | 'links') => {
    setBusy(what);
    await withRows(run.id, 'ok', what === 'sign' ? onSign : onSendLinks);
    setBusy(null);
  };
  const may_sign = actor.rights.has('sign') && !actor.executor_first;
  return (
    <>
      {actor.rights.has('manage_acts') && (
        <Button
          variant={may_sign ? 'default' : 'filled'}
          loading={busy === 'links'}
          onClick={() => void begin('links')}
        >
          {t('actions.send_link')}
        </Button>
      )}
      {may_sign && (
        <Button
          leftSection={<IconSignature size={16} aria-hidden />}
          loading={busy === 'sign'}
          onClick={() => void begin('sign')}
        >
          {t('bulk.sign_sent', { count, shown: f.number(count) })}
        </Button>
      )}
    </>
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
