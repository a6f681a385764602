import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyDates, useCopyDates } from './copy-dates.tsx';
import { startCopy } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';

interface BulkCopyProps {
  acts: MeantActs;
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/** Asks for the dates of the copies and starts to make them. */
export default function BulkCopy({ acts, onClose, onStarted }: BulkCopyProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const keyOf = useRepeatKey();
  const dates = useCopyDates();
  const count = acts.count;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('copy.many', { count, shown: f.number(count) })}
      confirmLabel={t('copy.confirm')}
      disabled={!dates.isRight}
      onConfirm={async () => {
        const run_id = await startCopy(acts, dates.value, keyOf({ ...acts.meant, ...dates.value }));
        void invalidate(['jobs.list']);
        onStarted(run_id);
      }}
    >
      <p>{t('copy.hint')}</p>
      <CopyDates dates={dates} />
    </ConfirmDialog>
  );
}
