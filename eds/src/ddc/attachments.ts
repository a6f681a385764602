/** A file inside a PDF. */
export interface PdfAttachment {
  name: string;
  bytes: Uint8Array;
}

/** A file as a PDF is to carry it. */
export interface AttachedFile extends PdfAttachment {
  mime: string;
  description: string;
  /** What it is to the PDF (ISO 19005-3, 6.8): what that was made from, or what goes with it. */
  relationship?: 'Source' | 'Supplement';
}

/** Files that belong to a whole PDF (EmbeddedFiles of its name dictionary), in the order of the tree. */
export interface PdfAttachments {
  /** Null for what is no PDF, or one whose files cannot be read. */
  read(pdf: Uint8Array): Promise<PdfAttachment[] | null>;
}

/**
 * The parts of pdf-lib (of @cantoo or the original) that are needed, typed by shape: the library is the caller's.
 * Any object of a PDF is an `object`; what it is shows in what it can do.
 */
export interface PdfLib {
  PDFDocument: { load(pdf: Uint8Array, options: { updateMetadata: boolean }): Promise<PdfDocument> };
  PDFName: { of(name: string): object };
  decodePDFRawStream(stream: object): { decode(): Uint8Array };
}

interface PdfDictionary {
  keys(): unknown[];
  lookup(key: object): unknown;
}

interface PdfList {
  size(): number;
  lookup(index: number): unknown;
}

interface PdfDocument {
  catalog: PdfDictionary;
}

const MOST = { files: 101, depth: 20 };

function isDictionary(value: unknown): value is PdfDictionary {
  return typeof value === 'object' && value !== null && 'keys' in value && 'lookup' in value;
}

function isList(value: unknown): value is PdfList {
  return (
    typeof value === 'object' && value !== null && 'size' in value && 'lookup' in value && !('keys' in value)
  );
}

function textOf(value: unknown): string | null {
  const decodes = typeof value === 'object' && value !== null && 'decodeText' in value;
  return decodes ? (value as { decodeText(): string }).decodeText() : null;
}

/** @param library the module of pdf-lib, loaded by the caller when it is needed */
export function pdfLibAttachments(library: PdfLib): PdfAttachments {
  const name = (text: string): object => library.PDFName.of(text);
  const open = (pdf: Uint8Array): Promise<PdfDocument> =>
    library.PDFDocument.load(pdf, { updateMetadata: false });

  /** Specifications of files, leaf by leaf of the name tree. */
  function collect(node: unknown, depth: number, into: PdfDictionary[]): void {
    if (!isDictionary(node) || depth > MOST.depth) throw new RangeError('Not a tree of names');
    const kids = node.lookup(name('Kids'));
    if (isList(kids)) for (let i = 0; i < kids.size(); i++) collect(kids.lookup(i), depth + 1, into);
    const names = node.lookup(name('Names'));
    if (!isList(names)) return;
    for (let i = 1; i < names.size(); i += 2) {
      const file = names.lookup(i);
      if (!isDictionary(file) || into.length >= MOST.files) throw new RangeError('Too many files, or none');
      into.push(file);
    }
  }

  function readFile(file: PdfDictionary): PdfAttachment {
    const title = textOf(file.lookup(name('UF'))) ?? textOf(file.lookup(name('F')));
    const streams = file.lookup(name('EF'));
    const stream = isDictionary(streams) ? (streams.lookup(name('F')) ?? streams.lookup(name('UF'))) : null;
    if (title === null || typeof stream !== 'object' || stream === null) throw new TypeError('Not a file');
    return { name: title, bytes: library.decodePDFRawStream(stream).decode() };
  }

  return {
    async read(pdf) {
      try {
        const names = (await open(pdf)).catalog.lookup(name('Names'));
        const tree = isDictionary(names) ? names.lookup(name('EmbeddedFiles')) : undefined;
        const files: PdfDictionary[] = [];
        if (tree !== undefined) collect(tree, 0, files);
        return files.map(readFile);
      } catch {
        // pdf-lib throws errors of many kinds on broken files.
        return null;
      }
    },
  };
}
