import './pdf-stand-ins.ts';
import { getDocument, GlobalWorkerOptions, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- `?worker&url` is Vite's: the address of the built worker
import workerUrl from './pdf.worker.ts?worker&url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Sharper than this costs memory and shows nothing. */
const MAX_PIXEL_RATIO = 2;

/** Opens the bytes; `close` frees the worker. */
export function openPdf(file: Blob): { document: Promise<PDFDocumentProxy>; close: () => void } {
  const task = file.arrayBuffer().then((data) => getDocument({ data }));
  return {
    document: task.then((loading) => loading.promise),
    close: () => void task.then((loading) => loading.destroy()).catch(() => undefined),
  };
}

/** What is still read when its document is closed ends in an error that concerns nobody. */
export async function unlessClosed(pdf: PDFDocumentProxy, reading: Promise<unknown>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!pdf.loadingTask.destroyed) throw error;
  }
}

/** Draws a page and lays its text over it. `stop` ends both and forgets the picture. */
export function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  words: HTMLElement,
  width_px: number,
): () => void {
  const scale = width_px / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const ratio = Math.min(devicePixelRatio || 1, MAX_PIXEL_RATIO);
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const drawing = page.render({
    canvas,
    viewport,
    transform: ratio === 1 ? undefined : [ratio, 0, 0, ratio, 0, 0],
  });
  words.replaceChildren();
  words.style.setProperty('--total-scale-factor', String(scale));
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  // A drawing that is stopped ends in an error that concerns nobody.
  drawing.promise.catch(() => undefined);
  text.render().catch(() => undefined);
  return () => {
    drawing.cancel();
    text.cancel();
  };
}
