import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useActor } from './actor.ts';
import { ImportRun } from './import-run.tsx';
import { ImportSteps } from './import-steps.tsx';

const readRuns = (raw: RawSearch) => ({
  run_id: searchWhole(raw, 'run', 0) || null,
  sending_id: searchWhole(raw, 'sending', 0) || null,
});

/** Acts out of a spreadsheet. Once they are being made, the run stands in the address and the page may be closed. */
export default function ImportPage() {
  const t = useTexts('acts');
  const words = useTexts('act-import');
  const actor = useActor();
  const [{ run_id, sending_id }, change] = useUrlState(readRuns);
  /** Rows of the table just imported that were not made. */
  const [rest, setRest] = useState<File | null>(null);
  return (
    <>
      <PageHeader title={words('title')} back={{ href: '/lk/business/acts', label: t('all_acts') }} />
      {run_id === null ? (
        <ImportSteps
          onStarted={(id, left) => {
            setRest(left);
            change({ run: id });
          }}
        />
      ) : (
        <ImportRun
          key={run_id}
          run_id={run_id}
          sending_id={sending_id}
          actor={actor}
          rest={rest}
          onSending={(id) => change({ sending: id }, { replace: true })}
          onAgain={() => change({ run: undefined, sending: undefined })}
        />
      )}
    </>
  );
}
