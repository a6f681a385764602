import { ConversionFailed, type DocxToPdf } from './docx-to-pdf.ts';

/** A converter as it is made: it knows no companies and turns files in the order they come. */
export interface PlainConverter {
  convert(docx: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Waiting {
  docx: Uint8Array;
  resolve(pdf: Promise<Uint8Array>): void;
  reject(error: unknown): void;
}

/**
 * Takes turns between companies. The converter has at most `at_once` files; of those that wait, the company whose turn
 * was longest ago is next. However bad the files of one company are, another waits for no more than `at_once` of them.
 */
export function fairConverter(converter: PlainConverter, at_once: number): DocxToPdf {
  const queues = new Map<number, Waiting[]>();
  /** When each company that has something here had its last turn. */
  const turns = new Map<number, number>();
  let turn = 0;
  let under_way = 0;

  function pump(): void {
    while (under_way < at_once && queues.size > 0) {
      const turnOf = (company_id: number) => turns.get(company_id) ?? 0;
      const company_id = [...queues.keys()].reduce((a, b) => (turnOf(b) < turnOf(a) ? b : a));
      const queue = queues.get(company_id)!;
      const { docx, resolve } = queue.shift()!;
      if (queue.length === 0) queues.delete(company_id);
      turns.set(company_id, (turn += 1));
      under_way += 1;
      resolve(
        converter.convert(docx).finally(() => {
          under_way -= 1;
          if (!queues.has(company_id)) turns.delete(company_id);
          pump();
        }),
      );
    }
  }

  return {
    convert: (docx, company_id) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(company_id) ?? [];
        queue.push({ docx, resolve, reject });
        queues.set(company_id, queue);
        pump();
      }),
    async close() {
      for (const queue of queues.values())
        for (const { reject } of queue.splice(0)) reject(new ConversionFailed('closed'));
      queues.clear();
      await converter.close();
    },
  };
}
