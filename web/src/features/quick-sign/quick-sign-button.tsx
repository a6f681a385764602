import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { QuickSignWindow } from './link-windows.tsx';
import type { PaperToSign } from './quick-sign-window.tsx';

const Loaded = lazyPart(async () => {
  await loadTexts(['quick-sign']);
  return { default: LinkButton };
});

/** «Ссылка на подпись»: makes a link by which the executor of this document signs without signing in. */
export function QuickSignButton(props: PaperToSign) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

function LinkButton(props: PaperToSign) {
  const t = useTexts('quick-sign');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('link.button')}
      </Button>
      {opened && (
        <Suspense>
          <QuickSignWindow {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
