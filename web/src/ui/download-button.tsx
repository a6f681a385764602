import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

interface DownloadButtonProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What brings the file; the button waits while it comes. */
  download?: { isPending: boolean; mutate: () => void };
}

/** A button that brings a file. */
export const DownloadButton = ({ download, ...button }: DownloadButtonProps) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    {...(download && { loading: download.isPending, onClick: () => download.mutate() })}
    {...button}
  />
);
