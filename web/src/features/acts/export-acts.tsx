import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { filterOfQuery } from './acts-list-state.ts';
import type { ActsQuery } from './acts-list-state.ts';

const formats = ['xlsx', 'csv'] as const;

/** The list as a table by the same filter; it can be imported again. */
export function ExportActs({ query }: { query: ActsQuery }) {
  const t = useTexts('acts');
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof formats)[number]) => {
    setBusy(true);
    try {
      const file = (await api.call('acts.export', {
        body: { filter: filterOfQuery(query), format },
      })) as File;
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
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`export_as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
