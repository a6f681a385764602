import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './verification.module.css';

const icons = { valid: IconCircleCheck, invalid: IconCircleX, indeterminate: IconAlertTriangle };

export interface StatusNoteProps {
  status: keyof typeof icons;
  title: string;
  /** Why, in plain words. */
  children?: ReactNode;
}

/** The outcome of a check in a sentence, before its details. */
export function StatusNote({ status, title, children }: StatusNoteProps) {
  const Icon = icons[status];
  return (
    <div className={css.refused} data-status={status} role={status === 'valid' ? 'status' : 'alert'}>
      <Icon size={20} aria-hidden />
      <div>
        <p className="k-size-16 k-bold">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
