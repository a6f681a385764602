import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

type Payee = NonNullable<Answer<'obligations.month'>['items'][number]['payee']>;

const OfficeDialog = lazyPart(() => import('./office-dialog.tsx'));

/** Enters the office of state revenues, or another one. */
export function OfficeButton({ payee }: { payee: Payee }) {
  const t = useTexts('obligations');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" mt={8} onClick={() => setOpen(true)}>
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
