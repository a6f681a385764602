import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface RowDeed {
  label: string;
  icon?: ReactNode;
  /** Red for what cannot be taken back. */
  tone?: 'bad';
  onClick: () => void;
}

/** What can be done with a row, behind three dots; nothing when nothing can. */
export function RowMenu({ label, deeds }: { label: string; deeds: readonly RowDeed[] }) {
  if (deeds.length === 0) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map((deed) => (
          <Menu.Item key={deed.label} color={deed.tone} leftSection={deed.icon} onClick={deed.onClick}>
            {deed.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
