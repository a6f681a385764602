import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { saveFile } from './save-file.ts';
import { toasts } from './toasts.ts';

export interface SaveListProps {
  /** Asks for the list as a spreadsheet by the filter that stands. */
  read: () => Promise<unknown>;
}

/** Saves the list as it is narrowed and sorted. */
export function SaveList({ read }: SaveListProps) {
  const t = useTexts('ui');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const file = (await read()) as File;
      saveFile(file, file.name);
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {t('save_list')}
    </Button>
  );
}
