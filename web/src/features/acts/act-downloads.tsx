import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './act-page.module.css';

/** The document as a file, and all of it in one; the CMS of each signer is taken from his card. */
export function ActDownloads({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const params = { act_id: act.id };
  return (
    <Card title={t('page.downloads')}>
      <div className={css.downloads}>
        <Download
          label={t(act.file ? 'downloads.pdf' : 'downloads.preview')}
          read={() => api.call('acts.file', { params })}
        />
        {act.file && <Download label={t('downloads.zip')} read={() => api.call('acts.zip', { params })} />}
      </div>
    </Card>
  );
}

function Download({ label, read }: { label: string; read: () => Promise<unknown> }) {
  const download = useMutation({
    mutationFn: async () => {
      const file = (await read()) as File;
      saveFile(file, file.name);
    },
  });
  return (
    <Button
      variant="subtle"
      justify="flex-start"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
