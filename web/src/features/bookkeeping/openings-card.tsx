import type { OpeningBatch } from '@kelisim/shared/features/payments/openings.contract.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './bookkeeping.module.css';
import { TakeOpeningsDialog, UndoOpeningsDialog } from './openings-dialogs.tsx';

/** What was owed or paid ahead before Kelisim: what was taken in, by whom, and the way to take in more. */
export function OpeningsCard({ may_take }: { may_take: boolean }) {
  const t = useTexts('openings');
  const { data, error, refetch } = useCall('openings.list');
  const [open, setOpen] = useState<'take' | OpeningBatch | null>(null);
  const template = useMutation({
    mutationFn: async () => {
      const file = (await api.call('openings.sheet')) as File;
      saveFile(file, file.name);
    },
  });
  return (
    <Card
      title={t('title')}
      aside={
        may_take && (
          <div className="k-row k-end">
            <DownloadButton download={template}>{t('template')}</DownloadButton>
            <Button onClick={() => setOpen('take')}>{t('take')}</Button>
          </div>
        )
      }
    >
      <p className={css.second}>{t('about')}</p>
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.items.length === 0 && <p className="k-bold k-flat">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <ul className="k-list k-grid k-gap-8 k-above-12">
          {data.items.map((batch) => (
            <Batch key={batch.id} batch={batch} onUndo={may_take ? () => setOpen(batch) : undefined} />
          ))}
        </ul>
      )}
      {open === 'take' && <TakeOpeningsDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'take' && <UndoOpeningsDialog batch={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function Batch({ batch, onUndo }: { batch: OpeningBatch; onUndo: (() => void) | undefined }) {
  const t = useTexts('openings');
  const f = useFormats();
  const sums = { owed: f.money(batch.owed), advance: f.money(batch.advance) };
  return (
    <li>
      {t('item', { date: f.date(batch.day), ...sums })}
      <div className={css.second}>
        {t('made', { name: batch.made_by, moment: f.moment(batch.made_at), count: batch.rows })}
      </div>
      {batch.undone_by && (
        <div className={css.second}>
          {t('undone_by', { name: batch.undone_by, why: batch.undone_why ?? '' })}
        </div>
      )}
      {batch.may_undo && onUndo && (
        <Button variant="subtle" size="compact-sm" color="bad" onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
    </li>
  );
}
