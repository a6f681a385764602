import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { saveFile } from './save-file.ts';
import { toasts } from './toasts.ts';

const formats = ['xlsx', 'csv'] as const;

export interface SaveTableProps {
  /** Asks for the list in a format by the filter that stands. */
  read: (format: (typeof formats)[number]) => Promise<unknown>;
}

/** Saves the list as it is narrowed, as a spreadsheet or as text. */
export function SaveTable({ read }: SaveTableProps) {
  const t = useTexts('ui');
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof formats)[number]) => {
    setBusy(true);
    try {
      const file = (await read(format)) as File;
      saveFile(file, file.name);
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('save_table')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`save_as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
