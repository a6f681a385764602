import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { saveFile } from '../../ui/save-file.ts';

const TakeEarlierDialog = lazyPart(() => import('./take-earlier-dialog.tsx'));

/** Figures of all people from before Kelisim, by a table. */
export default function EarlierCard() {
  const t = useTexts('earlier');
  const [is_open, setOpen] = useState(false);
  const template = useMutation({
    mutationFn: async () => {
      const file = (await api.call('taxes.earlier_sheet')) as File;
      saveFile(file, file.name);
    },
  });
  return (
    <Card
      title={t('title')}
      aside={
        <div className="k-row k-end">
          <DownloadButton download={template}>{t('template')}</DownloadButton>
          <Button onClick={() => setOpen(true)}>{t('take')}</Button>
        </div>
      }
    >
      <p className="k-second k-flat">{t('about')}</p>
      <Suspense>{is_open && <TakeEarlierDialog onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
