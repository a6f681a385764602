import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './app-frame.module.css';

/** The whole menu on a phone. */
export default function NavDrawer(props: { opened: boolean; onClose: () => void; children: ReactNode }) {
  const t = useTexts('app');
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      size={280}
      title="Kelisim"
      closeButtonProps={{ 'aria-label': t('nav.fold') }}
    >
      <div className={css.drawer} onClick={props.onClose}>
        {props.children}
      </div>
    </Drawer>
  );
}
