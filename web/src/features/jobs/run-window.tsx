import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Window } from '../../ui/window.tsx';
import { useRun } from './runs.data.ts';
import { RunCard } from './run-card.tsx';
import { useRunName } from './run-name.ts';

/** A work that was begun on this page: how far it has come and what became of each row. It goes on when it is closed. */
export function RunWindow({ run_id: begun, onClose }: { run_id: number; onClose: () => void }) {
  const [undoing, setUndoing] = useState<number | null>(null);
  const run_id = undoing ?? begun;
  const runName = useRunName();
  const ui = useTexts('ui');
  const { data: run, error, refetch } = useRun(run_id);
  return (
    <Window opened onClose={onClose} size="lg" title={runName(run?.kind)}>
      {!run && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {run && <RunCard run={run} opened onOpen={onClose} onUndone={setUndoing} />}
      <div className="k-flex k-end k-above-16">
        <Button variant="default" onClick={onClose}>
          {ui('close')}
        </Button>
      </div>
    </Window>
  );
}
