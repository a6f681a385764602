import type { ReactNode } from 'react';
import css from './card.module.css';

export interface CardProps {
  title?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A surface with a fine line around it. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className={`k-surface k-pad-20 ${css.card}`}>
      {title && (
        <div className="k-split k-gap-4-16 k-baseline k-below-12">
          <h2 className="k-title">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
