import type { FollowedRow } from '../jobs/public.ts';
import type { SignedDocument } from './signing-messages.ts';

/**
 * `unsigned`: it was asked for, and the program with the key ended before it. `pending_proof`: the signature is kept, and the document is signed once НУЦ РК has proved it. `lost`: sent, and no answer came; nobody knows what became of it until it is sent again with the same key.
 * `message` is the server's sentence in the reader's language.
 */
export interface SendRow {
  id: number;
  status: 'waiting' | 'sending' | 'ok' | 'failed' | 'unsigned' | 'pending_proof' | 'lost';
  code: string | null;
  message: string;
}

/** Documents that travel together, with the `Idempotency-Key` they always keep. */
export interface Batch {
  key: string;
  documents: readonly SignedDocument[];
  answered: boolean;
}

/** A row for every document that was to be signed, whether there is a signature to send or not. */
export function firstRows(
  items: readonly { id: number }[],
  signed: readonly SignedDocument[],
): Map<number, SendRow> {
  const made = new Set(signed.map(({ id }) => id));
  return new Map(
    items.map(({ id }) => [
      id,
      { id, status: made.has(id) ? 'waiting' : 'unsigned', code: null, message: '' },
    ]),
  );
}

/** As many as one call takes. They are one run of the server, which goes on when the page is closed. */
export const BATCH_SIZE = 1000;

export function toBatches(documents: readonly SignedDocument[], newKey: () => string): Batch[] {
  const batches: Batch[] = [];
  for (let at = 0; at < documents.length; at += BATCH_SIZE)
    batches.push({ key: newKey(), documents: documents.slice(at, at + BATCH_SIZE), answered: false });
  return batches;
}

/** The server as the sending sees it. */
export interface SendPort {
  /** Hands the signatures over and gives the number of their run. */
  send: (batch: Batch) => Promise<number>;
  /** Waits for the end of the run and reads its rows. */
  follow: (run_id: number) => Promise<FollowedRow[]>;
  /** `offline` stops the sending, `lost` leaves this batch for later, `refused` is an answer to all its rows. */
  readError: (
    error: unknown,
  ) => { kind: 'offline' | 'lost' } | { kind: 'refused'; code: string; message: string };
}

/**
 * Sends the batches that have no answer yet, one after another; a failure of one stops no other, only a dead line
 * stops all. `tell` gets the rows that changed.
 */
export async function sendBatches(
  batches: readonly Batch[],
  port: SendPort,
  tell: (rows: SendRow[]) => void,
): Promise<void> {
  for (const batch of batches) {
    if (batch.answered) continue;
    tell(rowsOf(batch, 'sending'));
    try {
      const rows = await port.follow(await port.send(batch));
      const read = rows.map(toSendRow);
      batch.answered = read.every((row) => row.status !== 'lost');
      tell(read);
    } catch (error) {
      const read = port.readError(error);
      if (read.kind === 'refused') {
        batch.answered = true;
        tell(rowsOf(batch, 'failed', read.code, read.message));
        continue;
      }
      tell(rowsOf(batch, 'lost'));
      if (read.kind === 'offline') return;
    }
  }
}

function toSendRow({ subject_id, status, code, message }: FollowedRow): SendRow {
  const id = subject_id!;
  // A row that still waits when its run has ended was never worked on.
  const untouched = status === 'waiting' || status === 'stopped';
  return { id, status: untouched ? 'lost' : status, code, message };
}

function rowsOf(
  batch: Batch,
  status: SendRow['status'],
  code: string | null = null,
  message = '',
): SendRow[] {
  return batch.documents.map(({ id }) => ({ id, status, code, message }));
}

export interface SendCount {
  total: number;
  ok: number;
  failed: number;
  unsigned: number;
  pending_proof: number;
  lost: number;
  /** Neither waiting nor on the way. */
  answered: number;
}

export function countRows(rows: Iterable<SendRow>): SendCount {
  const count: SendCount = {
    total: 0,
    ok: 0,
    failed: 0,
    unsigned: 0,
    pending_proof: 0,
    lost: 0,
    answered: 0,
  };
  for (const { status } of rows) {
    count.total++;
    if (status === 'waiting' || status === 'sending') continue;
    count[status]++;
    if (status !== 'lost') count.answered++;
  }
  return count;
}
