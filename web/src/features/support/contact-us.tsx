import { IconHelp } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = async () => {
  const [part] = await Promise.all([import('./contact-window.tsx'), loadTexts(['support'])]);
  return part;
};
const ContactWindow = lazyPart(load);

/** The help in the top bar. Its window comes when it is first wanted. */
export function ContactUs({ className }: { className: string | undefined }) {
  const t = useTexts('app');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('top.help')}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setOpened(true)}
      >
        <IconHelp size={20} stroke={1.75} aria-hidden />
      </button>
      {opened && (
        <Suspense>
          <ContactWindow onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
