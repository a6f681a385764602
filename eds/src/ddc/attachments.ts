/** A file inside a PDF. */
export interface PdfAttachment {
  name: string;
  bytes: Uint8Array;
}

/** What a file is to the PDF that carries it (ISO 19005-3, 6.8): what it was made from, or what goes with it. */
export type PdfRelationship = 'Source' | 'Supplement';

/** Files that belong to a whole PDF (EmbeddedFiles of its name dictionary), in the order of the tree. */
export interface PdfAttachments {
  /** Null for what is no PDF, or one whose files cannot be read. */
  read(pdf: Uint8Array): Promise<PdfAttachment[] | null>;
  /** The PDF with these files and no others, in this order. Throws for what is no PDF. */
  write(
    pdf: Uint8Array,
    files: readonly (PdfAttachment & { mime: string; description: string; relationship?: PdfRelationship })[],
  ): Promise<Uint8Array>;
}

/**
 * The parts of pdf-lib (of @cantoo or the original) that are needed, typed by shape: the library is the caller's.
 * Any object of a PDF is an `object`; what it is shows in what it can do.
 */
export interface PdfLib {
  PDFDocument: { load(pdf: Uint8Array, options: { updateMetadata: boolean }): Promise<PdfDocument> };
  PDFName: { of(name: string): object };
  PDFHexString: { fromText(text: string): object };
  decodePDFRawStream(stream: object): { decode(): Uint8Array };
}

interface PdfDictionary {
  keys(): unknown[];
  lookup(key: object): unknown;
  set(key: object, value: object): void;
}

interface PdfList {
  size(): number;
  lookup(index: number): unknown;
}

interface PdfDocument {
  catalog: PdfDictionary;
  context: {
    obj(literal: object): object;
    flateStream(bytes: Uint8Array, dictionary: Record<string, string | Record<string, number>>): object;
    register(object: object): object;
  };
  save(): Promise<Uint8Array>;
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

    async write(pdf, files) {
      const { catalog, context, save } = await openForWriting(pdf);
      const entries = files.map(({ name: title, bytes, mime, description, relationship }, place) => {
        const parameters = { Size: bytes.length };
        const stream = context.register(
          context.flateStream(bytes, { Type: 'EmbeddedFile', Subtype: mime, Params: parameters }),
        );
        const file = context.register(
          context.obj({
            Type: 'Filespec',
            F: library.PDFHexString.fromText(title),
            UF: library.PDFHexString.fromText(title),
            EF: { F: stream, UF: stream },
            Desc: library.PDFHexString.fromText(description),
            AFRelationship: relationship ?? 'Unspecified',
          }),
        );
        // A tree is sorted by its keys, and its order is the order of the card: so the place is the key.
        return [library.PDFHexString.fromText(String(place).padStart(4, '0')), file];
      });
      const tree = context.obj({ Names: entries.flat() });
      // PDF/A-3 wants each file to belong to something: these belong to the whole document.
      catalog.set(name('AF'), context.obj(entries.map(([, file]) => file!)));
      const present = catalog.lookup(name('Names'));
      if (isDictionary(present)) present.set(name('EmbeddedFiles'), context.register(tree));
      else catalog.set(name('Names'), context.obj({ EmbeddedFiles: context.register(tree) }));
      return save();
    },
  };

  async function openForWriting(pdf: Uint8Array): Promise<{
    catalog: PdfDictionary;
    context: PdfDocument['context'];
    save: () => Promise<Uint8Array>;
  }> {
    const document = await open(pdf);
    return { catalog: document.catalog, context: document.context, save: () => document.save() };
  }
}
