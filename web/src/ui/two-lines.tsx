import type { ReactNode } from 'react';

/** What stands in a cell, and below it in smaller letters what it is known by or what comes with it. */
export function TwoLines({ children, under }: { children: ReactNode; under: ReactNode }) {
  return (
    <>
      {children}
      <span className="k-under">{under}</span>
    </>
  );
}
