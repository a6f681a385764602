import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import type { Place } from './places.ts';
import css from './search-slot.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () =>
  Promise.all([import('./palette.tsx'), loadTexts(['search', 'states'])]).then(([part]) => part);
const Palette = lazyPart(load);
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button in the middle of the top bar; Ctrl K opens the same from anywhere. The window comes when it is wanted. */
export function SearchSlot({ places }: { places: readonly Place[] }) {
  const t = useTexts('app');
  const [opened, setOpened] = useState<boolean | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // By the place of the key: on a Russian or Kazakh layout it types another letter.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened((is) => !is);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={`k-line k-second k-wide k-hover ${css.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t('top.search')}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={`mantine-visible-from-sm ${css.words}`}>{t('top.search')}</span>
        {/* Drawn, not written: the name of the button is its words. */}
        <kbd
          className={`mantine-visible-from-sm ${css.keys}`}
          data-keys={isMac ? '⌘ K' : 'Ctrl K'}
          aria-hidden
        />
      </button>
      {opened !== null && (
        <Suspense>
          <Palette opened={opened} onClose={() => setOpened(false)} places={places} />
        </Suspense>
      )}
    </>
  );
}
