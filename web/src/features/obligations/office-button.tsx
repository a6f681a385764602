import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PayeeCellProps } from './payee-cell.tsx';

const OfficeDialog = lazyPart(() => import('./office-dialog.tsx'));

/** Enters the office of state revenues, or another one. */
export function OfficeButton({ payee }: { payee: NonNullable<PayeeCellProps['payee']> }) {
  const t = useTexts('obligations');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" mt={4} onClick={() => setOpen(true)}>
        {t(payee.entered ? 'office.change' : 'office.enter')}
      </Button>
      {isOpen && (
        <Suspense>
          <OfficeDialog payee={payee} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
