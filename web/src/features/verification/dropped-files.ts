/** What was dropped for a check: one document and any number of signature files. */
export interface DroppedFiles {
  document: File | null;
  signatures: File[];
  /** A second PDF: one check is of one document, and the newest is meant. */
  extra: File | null;
}

export const FILE_KINDS = ['.pdf', '.cms', '.p7s', '.p7m', '.sig'];
/** The server takes no more of either. */
export const MAX_FILE_BYTES = 20_000_000;
export const MAX_FILES = 12;

export function sortDropped(files: readonly File[]): DroppedFiles {
  const documents = files.filter((file) => file.name.toLowerCase().endsWith('.pdf'));
  return {
    document: documents.at(-1) ?? null,
    signatures: files.filter((file) => !documents.includes(file)),
    extra: documents.length > 1 ? documents[0]! : null,
  };
}
