import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { DownloadButton } from './download-button.tsx';
import { saveFile } from './save-file.ts';
import { toasts } from './toasts.ts';
import { useIsPhone } from './use-phone.ts';

export interface SaveListProps {
  /** Asks for the list as a file, by the filter that stands. */
  read: () => Promise<unknown>;
  label?: string;
  /** For a reader of the screen, where several stand on one page. */
  name?: string;
}

/** Saves the list as it is narrowed and sorted. */
export function SaveList({ read, label, name }: SaveListProps) {
  const t = useTexts('ui');
  const isPhone = useIsPhone();
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
    <DownloadButton aria-label={name ?? label ?? t('save_list')} loading={busy} onClick={() => void save()}>
      {/* More would take a line of its own there. */}
      {label ?? (isPhone ? 'Excel' : t('save_list'))}
    </DownloadButton>
  );
}
