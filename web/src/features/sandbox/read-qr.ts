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

/** The browser's own reader, or null where it has none: then the text of the code is pasted. */
export async function findQrReader(): Promise<QrReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !formats.includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => {
    const [code] = await detector.detect(source).catch(() => []);
    return code?.rawValue ?? null;
  };
}

/** The text of a code in a picture file. */
export async function readQrFile(read: QrReader, file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  return picture && (await read(picture).finally(() => picture.close()));
}
