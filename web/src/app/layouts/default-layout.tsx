import type { ReactNode } from 'react';
import { Mantine } from '../../ui/mantine.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** The plain page with everything that Mantine's components need. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <PlainLayout>{children}</PlainLayout>
    </Mantine>
  );
}
