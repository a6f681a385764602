import type { ReactNode } from 'react';
import { Mantine } from '../../ui/mantine.tsx';
import { BareFrame } from './bare-frame.tsx';
import css from './layouts.module.css';

/** Sign-in and recovery: one narrow card in the middle. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <Entry width={420}>{children}</Entry>
    </Mantine>
  );
}

/** Registration: the same with room for a question and the help beside it. */
export function WideEntryLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <Entry width={760}>{children}</Entry>
    </Mantine>
  );
}

function Entry({ width, children }: { width: number; children: ReactNode }) {
  return (
    <BareFrame home="/auth/login" className={css.entry}>
      <div className={`k-surface k-wide ${css.card}`} style={{ maxWidth: width }}>
        {children}
      </div>
    </BareFrame>
  );
}
