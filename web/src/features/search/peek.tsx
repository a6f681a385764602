import { IconX } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../platform/i18n.ts';
import { useRoute } from '../../platform/route.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { GlanceHead } from '../../ui/paper-glance.tsx';
import { shownList } from '../../ui/shown-list.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { ActPeek } from '../acts/public.ts';
import { DocumentPeek } from '../documents/public.ts';
import { areKeysOn, isTyping } from './page-keys.ts';
import css from './peek.module.css';

const KINDS = { acts: ActPeek, contracts: DocumentPeek };
const PAPER = /^\/lk\/(?:business|executor)\/(acts|contracts)\/(\d+)$/;

/** Where each key leads. By its place: on a Russian or Kazakh layout it types another letter. */
const STEPS: Record<string, 'previous' | 'next'> = {
  ArrowUp: 'previous',
  ArrowLeft: 'previous',
  KeyK: 'previous',
  ArrowDown: 'next',
  ArrowRight: 'next',
  KeyJ: 'next',
};

interface PeekProps {
  /** Of the paper. */
  href: string;
  onShow: (href: string) => void;
  onClose: () => void;
}

/** The paper of a row beside its list, which stays as it is: the arrows walk the rows, Esc leads back to the row. */
export default function Peek({ href, onShow, onClose }: PeekProps) {
  const t = useTexts('papers');
  const panel = useRef<HTMLElement>(null);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const around = shownList.around(href);
  useOverWithPage(onClose);
  useMarkedRow(href);
  const close = useCallback(() => {
    onClose();
    linkOf(href)?.focus();
  }, [href, onClose]);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isTyping(target)) return;
      const step = STEPS[code];
      if (code.startsWith('Key') && !areKeysOn()) return;
      // The pages of a paper are moved by the same arrows.
      if (step && code.startsWith('Arrow') && isScroller(target)) return;
      if (code !== 'Escape' && !step) return;
      event.preventDefault();
      event.stopPropagation();
      if (!step) close();
      else if (around?.[step]) onShow(around[step]);
    };
    // Before the keys of the page, which the same letters move.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [around, close, onShow]);
  const [, kind, id] = PAPER.exec(href) ?? [];
  const Paper = KINDS[kind as keyof typeof KINDS];
  const stepButton = (step: 'previous' | 'next', sign: string) => (
    <button
      type="button"
      className={`k-press k-touch ${css.tool}`}
      aria-label={t(`peek.${step}`)}
      aria-disabled={!around?.[step]}
      onClick={() => around?.[step] && onShow(around[step])}
    >
      {sign}
    </button>
  );
  return createPortal(
    <aside
      ref={panel}
      className={`k-no-print ${css.panel}`}
      // Where the focus goes when it opens, so that what is read aloud goes on from here.
      tabIndex={-1}
      aria-label={t('peek.label')}
    >
      <div className={`k-line k-gap-4 k-second ${css.tools}`}>
        {around && (
          <>
            {stepButton('previous', '‹')}
            {stepButton('next', '›')}
            <span className="k-figures">{t('peek.place', { place: around.place, total: around.total })}</span>
          </>
        )}
        <span className="k-grow" />
        <AppLink href={href}>{t('peek.open')}</AppLink>
        <button
          type="button"
          className={`k-press k-touch ${css.tool}`}
          aria-label={t('peek.close')}
          onClick={close}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
      <div ref={setHead} className={css.head} aria-live="polite" />
      <GlanceHead value={head}>
        <Suspense>{Paper && <Paper key={href} id={Number(id)} />}</Suspense>
      </GlanceHead>
    </aside>,
    // In the frame, which says how high its bar is.
    document.querySelector('#content')?.parentElement ?? document.body,
  );
}

const linkOf = (href: string) => document.querySelector<HTMLElement>(`main tr[data-link] a[href="${href}"]`);

const isScroller = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=group][tabindex]') !== null;

/** Another page, or another place of this list, is not what was looked at; in a narrow window it would hide the list. */
function useOverWithPage(onClose: () => void) {
  const { path, search } = useRoute();
  const [from] = useState({ path, search });
  const isOver = useIsPhone() || path !== from.path || JSON.stringify(search) !== JSON.stringify(from.search);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}

/** The row is marked, for the eye and the ear, and brought into sight. */
function useMarkedRow(href: string) {
  useEffect(() => {
    const link = linkOf(href);
    link?.setAttribute('aria-current', 'true');
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    return () => link?.removeAttribute('aria-current');
  }, [href]);
}
