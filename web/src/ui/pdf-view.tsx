import { Suspense } from 'react';
import { withTexts } from '../platform/i18n.ts';
import type { PdfViewProps } from './pdf-pages.tsx';
import { Skeleton } from './skeleton.tsx';
import css from './pdf-view.module.css';
import { lazyPart } from './lazy-part.tsx';

const PdfPages = lazyPart(() => withTexts(import('./pdf-pages.tsx'), ['papers']));

/** A PDF inside the page: fitted to width, zoom, download, print, text that can be selected and read aloud. */
export function PdfView(props: PdfViewProps) {
  const waiting = (
    <div className={css.waiting}>
      <Skeleton className={css.sheet} />
    </div>
  );
  return (
    <Suspense fallback={waiting}>{props.file ? <PdfPages {...props} file={props.file} /> : waiting}</Suspense>
  );
}
