/** Where a browser keeps its reader of codes; not every one has it. */
interface BarcodeDetectorLike {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<string[]>;
};

/** Reads the text of a QR code in a picture or a frame of the camera; null when there is none. */
export type QrReader = (source: ImageBitmapSource) => Promise<string | null>;

/** The browser's own reader, or one of ours where it has none; null where neither can be loaded: text is pasted then. */
export async function findQrReader(): Promise<QrReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !formats.includes('qr_code')) return ownReader();
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => {
    const [code] = await detector.detect(source).catch(() => []);
    return code?.rawValue ?? null;
  };
}

/** Photos are made no larger than this before they are searched: a code needs far fewer dots. */
const MOST_DOTS = 1600;
const SEARCH_MS = 150;

async function ownReader(): Promise<QrReader | null> {
  const library = await import('qr/decode.js').catch(() => null);
  if (!library) return null;
  return async (source) => {
    const dots = await dotsOf(source);
    try {
      return dots && library.decodeQR(dots, { format: 'RGBA', timeLimit: SEARCH_MS });
    } catch {
      // It throws where it sees no code.
      return null;
    }
  };
}

async function dotsOf(source: ImageBitmapSource): Promise<ImageData | null> {
  const picture = await createImageBitmap(source).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, MOST_DOTS / Math.max(picture.width, picture.height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const [width, height] = [scaled(picture.width), scaled(picture.height)];
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  pen?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return pen?.getImageData(0, 0, width, height) ?? null;
}

/** The text of a code in a picture file. */
export async function readQrFile(read: QrReader, file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  return picture && (await read(picture).finally(() => picture.close()));
}
