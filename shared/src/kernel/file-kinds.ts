/**
 * The kinds of files people may send, told by their content. What is served or kept carries the media type and one
 * of the endings of its kind, whatever the sender called it. `title` is the same word in both languages.
 */
export const FILE_KINDS = {
  pdf: { media_type: 'application/pdf', endings: ['.pdf'], title: 'PDF' },
  docx: {
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['.docx'],
    title: 'DOCX',
  },
  xlsx: {
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['.xlsx'],
    title: 'XLSX',
  },
  jpeg: { media_type: 'image/jpeg', endings: ['.jpg', '.jpeg'], title: 'JPEG' },
  png: { media_type: 'image/png', endings: ['.png'], title: 'PNG' },
  csv: { media_type: 'text/csv; charset=utf-8', endings: ['.csv'], title: 'CSV' },
  pkcs12: { media_type: 'application/x-pkcs12', endings: ['.p12', '.pfx'], title: 'P12' },
} as const satisfies Record<string, FileKindRow>;

interface FileKindRow {
  media_type: string;
  /** The first is the one that is added where none is there. */
  endings: readonly [string, ...string[]];
  title: string;
}

export type FileKind = keyof typeof FILE_KINDS;
