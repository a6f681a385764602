import { IconDownload, IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Skeleton } from './skeleton.tsx';
import { EmptyState } from './empty-state.tsx';
import { drawPage, openPdf, unlessClosed } from './pdf-document.ts';
import { PdfDigest } from './pdf-digest.tsx';
import css from './pdf-view.module.css';
import { printPdf } from './pdf-print.ts';
import { saveFile } from './save-file.ts';

export interface PdfViewProps {
  /** The bytes; undefined while they are on their way. */
  file: Blob | undefined;
  /** Name under which it is saved. */
  name: string;
  /** At the right of the tools. */
  aside?: ReactNode;
  /** SHA-256 of the file that is signed: said below the pages, with whether these are its bytes. */
  signed?: string | undefined;
  /** The sheets lie across and have no room to lose. */
  wide?: boolean;
  /** Called when the pages have their places, or cannot be shown: what follows no longer moves. */
  onPlaced?: () => void;
}

/** The renderer is ten times the rest of a page, so it comes only when a document is shown. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export default function PdfPages({
  file,
  name,
  aside,
  signed,
  wide,
  onPlaced,
}: PdfViewProps & { file: Blob }) {
  const t = useTexts('papers');
  const { pdf, failed } = usePdf(file);
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const { ref, width } = useWidth();
  const is_placed = failed || (pdf !== null && width > 0);
  useEffect(() => {
    if (is_placed) onPlaced?.();
  }, [is_placed, onPlaced]);
  const step = (by: number) => setZoom(zooms[zooms.indexOf(zoom) + by] ?? zoom);

  if (failed) {
    return (
      <div className={css.view}>
        <EmptyState
          drawing="broken"
          title={t('pdf.failed')}
          hint={t('pdf.failed_hint')}
          action={{ label: t('pdf.download'), onClick: () => saveFile(file, name) }}
        />
      </div>
    );
  }
  return (
    <section className={css.view} aria-label={`${t('pdf.label')}: ${name}`}>
      <div className={`k-line k-gap-2 ${css.tools}`}>
        <span className={`k-second k-grow ${css.number}`} role="status">
          {pdf ? t('pdf.page_of', { page, pages: pdf.numPages }) : ' '}
        </span>
        <button
          type="button"
          aria-label={t('pdf.zoom_out')}
          disabled={zoom === zooms[0]}
          onClick={() => step(-1)}
        >
          <IconZoomOut size={18} aria-hidden />
        </button>
        <button
          type="button"
          className={css.percent}
          aria-label={`${Math.round(zoom * 100)}% · ${t('pdf.fit')}`}
          title={t('pdf.fit')}
          aria-disabled={zoom === 1}
          onClick={() => setZoom(1)}
        >
          {Math.round(zoom * 100)}%
        </button>
        <button
          type="button"
          aria-label={t('pdf.zoom_in')}
          disabled={zoom === zooms.at(-1)}
          onClick={() => step(1)}
        >
          <IconZoomIn size={18} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t('pdf.download')}
          title={t('pdf.download')}
          onClick={() => saveFile(file, name)}
        >
          <IconDownload size={18} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t('pdf.print')}
          title={t('pdf.print')}
          disabled={!pdf}
          onClick={() => pdf && void unlessClosed(pdf, printPdf(pdf))}
        >
          <IconPrinter size={18} aria-hidden />
        </button>
        {aside}
      </div>
      {/* The keyboard must be able to move what the wheel moves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={ref}
        className={`${wide ? 'k-pad-0' : 'k-pad-16'} ${css.pages}`}
        tabIndex={0}
        role="group"
        aria-label={t('pdf.label')}
      >
        {pdf && width > 0 ? (
          Array.from({ length: pdf.numPages }, (_page, at) => (
            <PdfPage
              key={at + 1}
              pdf={pdf}
              number={at + 1}
              width={Math.floor(width * zoom)}
              onSeen={setPage}
            />
          ))
        ) : (
          <Skeleton className={css.sheet} />
        )}
      </div>
      {signed && <PdfDigest file={file} signed={signed} />}
    </section>
  );
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  width: number;
  onSeen: (number: number) => void;
}

/** One page: a place of the right shape that is drawn when it comes near. */
function PdfPage({ pdf, number, width, onSeen }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  // A4 until the page itself says otherwise.
  const [shape, setShape] = useState(Math.SQRT2);

  useEffect(() => {
    const here = place.current!;
    const coming = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '800px',
    });
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      rootMargin: '-45% 0px',
    });
    coming.observe(here);
    seen.observe(here);
    return () => {
      coming.disconnect();
      seen.disconnect();
    };
  }, [number, onSeen]);

  useEffect(() => {
    if (!near) return undefined;
    let stop: () => void = () => undefined;
    let over = false;
    const drawing = pdf.getPage(number).then((page) => {
      if (over || !canvas.current || !words.current) return;
      const { width: wide, height: high } = page.getViewport({ scale: 1 });
      setShape(high / wide);
      stop = drawPage(page, canvas.current, words.current, width);
    });
    void unlessClosed(pdf, drawing);
    return () => {
      over = true;
      stop();
    };
  }, [pdf, number, width, near]);

  return (
    <div ref={place} className={css.sheet} style={{ width, height: Math.round(width * shape) }}>
      <canvas ref={canvas} className={css.canvas} aria-hidden />
      <div ref={words} className={css.words} />
    </div>
  );
}

function usePdf(file: Blob): { pdf: PDFDocumentProxy | null; failed: boolean } {
  const [state, setState] = useState<{ file: Blob; pdf: PDFDocumentProxy | null; failed: boolean } | null>(
    null,
  );
  useEffect(() => {
    let over = false;
    const { document, close } = openPdf(file);
    document.then(
      (pdf) => !over && setState({ file, pdf, failed: false }),
      () => !over && setState({ file, pdf: null, failed: true }),
    );
    return () => {
      over = true;
      close();
    };
  }, [file]);
  return state?.file === file ? state : { pdf: null, failed: false };
}

/** Inner width of the place for pages; follows the window, quietly. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const observer = new ResizeObserver(([entry]) => {
      clearTimeout(timer);
      const next = Math.floor(entry!.contentRect.width);
      timer = setTimeout(() => setWidth(next), 60);
    });
    observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { ref, width };
}
