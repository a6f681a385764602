import type { ReactNode } from 'react';
import { BareFrame } from './bare-frame.tsx';
import css from './layouts.module.css';

/** Quick sign, verification. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <BareFrame home="/" className={css.content}>
      {children}
    </BareFrame>
  );
}
