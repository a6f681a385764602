import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import type { Place } from './places.ts';
import css from './search-slot.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { shownList } from '../../ui/shown-list.ts';

const Palette = lazyPart(() => withTexts(import('./palette.tsx'), ['search', 'states']));
const KeysWindow = lazyPart(() => withTexts(import('./keys-window.tsx'), ['search']));
const Peek = lazyPart(() => withTexts(import('./peek.tsx'), ['papers']));
type PageKeys = typeof import('./page-keys.ts');
const WINDOW = '[aria-modal=true]';
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button in the middle of the top bar; Ctrl K opens the same from anywhere. The window comes when it is wanted. */
export function SearchSlot({ places }: { places: readonly Place[] }) {
  const t = useTexts('app');
  const [opened, setOpened] = useState<boolean | null>(null);
  const [keys, setKeys] = useState(false);
  const [peeked, setPeeked] = useState<string | null>(null);
  useEffect(() => {
    shownList.peek = setPeeked;
    // They come after the page: nobody presses a key before there is something to walk.
    let pageKeys: PageKeys | undefined;
    void import('./page-keys.ts').then((part) => (pageKeys = part).prepare(Palette)).catch(() => undefined);
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, key, ctrlKey, metaKey, shiftKey, altKey } = event;
      // By the place of the key: on a Russian or Kazakh layout it types another letter.
      if (code === 'KeyK' && (ctrlKey || metaKey) && !shiftKey && !altKey) {
        event.preventDefault();
        // Under a window that stands open it could not be seen.
        setOpened((is) => (!is && document.querySelector(WINDOW) ? is : !is));
        return;
      }
      if (!pageKeys || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (pageKeys.isTyping(event.target)) return;
      if (key === '?') setKeys(true);
      else if (shiftKey || !pageKeys.pressPageKey(event)) return;
      event.preventDefault();
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
        onPointerEnter={Palette.prepare}
        onFocus={Palette.prepare}
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
      {peeked && (
        <Suspense>
          <Peek href={peeked} onShow={setPeeked} onClose={() => setPeeked(null)} />
        </Suspense>
      )}
      {keys && (
        <Suspense>
          <KeysWindow onClose={() => setKeys(false)} />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <Palette opened={opened} onClose={() => setOpened(false)} places={places} />
        </Suspense>
      )}
    </>
  );
}
